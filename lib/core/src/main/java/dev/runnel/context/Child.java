package dev.runnel.context;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.channel.Registrations;
import org.jspecify.annotations.Nullable;

/** What hangs on a context and is told of its end: a context, or something to be done then. */
abstract class Child {

    // Links of the list it is in: under that list's lock; once the list is closed, used by whoever closed it.
    @Nullable Child previous;

    @Nullable Child next;

    private volatile @Nullable Children in;

    /** What takes it off a parent that is not ours. */
    private volatile Cancellation.@Nullable Stop foreign;

    /** A parent of ours ends; this is a part of that. */
    abstract void reach(Propagation propagation);

    /** The parent is one of ours and has ended before this was in its list. Nothing hangs on this yet. */
    abstract void cameTooLate(Outcome parents);

    /** The parent is not ours, and has ended. */
    abstract void parentEnded(Outcome mine);

    /** Hangs this on a context, or tells it at once that the context has ended. */
    final void linkTo(Context parent) {
        Context base = ValueCtx.withoutValues(parent);
        if (base instanceof CancelCtx node) {
            node.adopt(this);
            return;
        }
        RecvChan<Void> done = Foreign.done(base);
        if (done instanceof NilChan) {
            return;
        }
        if (done instanceof Hchan<?> channel && channel.isClosed()) {
            parentEnded(Outcome.of(base));
            return;
        }
        CancelCtx wrapped = Foreign.wrappedBy(base);
        if (wrapped != null) {
            wrapped.adopt(this);
        } else {
            foreign = Registrations.given(base.onDone(() -> parentEnded(Outcome.of(base))), "onDone");
        }
    }

    /** Takes this off the parent that it hangs on, if it still does. */
    final void unlink() {
        Children list = in;
        if (list != null) {
            list.remove(this);
        }
        Cancellation.Stop stop = foreign;
        if (stop != null) {
            foreign = null;
            Registrations.takeBack(stop);
        }
    }

    final @Nullable Children list() {
        return in;
    }

    final void setList(@Nullable Children list) {
        in = list;
    }
}
