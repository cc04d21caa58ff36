package dev.runnel.bench.tool;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.time.Duration;

final class RunnelContexts extends Contexts<Chan<Object>, CancelContext> {

    @Override
    public CancelContext root() {
        return Context.withCancel(Context.background());
    }

    @Override
    public CancelContext below(CancelContext parent) {
        return Context.withCancel(parent);
    }

    @Override
    public CancelContext limited(Duration limit) {
        return Context.withTimeout(Context.background(), limit);
    }

    @Override
    public void cancel(CancelContext context) {
        context.cancel();
    }

    @Override
    public boolean hasError(CancelContext context) {
        return context.err().isDefined();
    }

    @Override
    public boolean isDone(CancelContext context) {
        return context.done().tryRecv() instanceof TryRecv.Closed<Void>;
    }

    @Override
    public Object recv(Chan<Object> channel, CancelContext context) {
        try {
            return channel.recv(context).getOrNull();
        } catch (CancelledException | InterruptedException e) {
            throw new IllegalStateException("nobody cancels here", e);
        }
    }
}
