package dev.runnel.bench.tool;

import dev.runnel.Go;
import dev.runnel.bench.kit.Picker;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Select;
import java.time.Duration;
import java.util.List;

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

    @Override
    public Picker picker(List<Chan<Object>> receives, CancelContext context) {
        return new ContextPicker(receives, context);
    }

    /** A kept select. */
    private static final class ContextPicker extends Picker {

        private final Select select = Go.select();
        private final CancelContext context;
        private Object received;

        ContextPicker(List<Chan<Object>> receives, CancelContext context) {
            this.context = context;
            receives.forEach(c -> select.recv(c, value -> received = value.getOrNull()));
        }

        @Override
        public Object pick(Object value) {
            try {
                select.run(context);
            } catch (CancelledException | InterruptedException e) {
                throw new IllegalStateException("nobody cancels here", e);
            }
            return received;
        }
    }
}
