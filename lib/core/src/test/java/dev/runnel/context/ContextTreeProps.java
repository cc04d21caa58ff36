package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.runnel.channel.Cancellation.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Trees of contexts that one thread uses say what the rules say: X2, X4, X5, X7 to X11, X13. */
class ContextTreeProps {

    private static final ContextKey<Integer> NUMBER = ContextKey.of("number");

    private enum Step {
        CANCEL_CAUSE,
        TIMEOUT,
        EXPIRED,
        VALUE,
        WITHOUT_CANCEL,
        ACTION,
        STOP,
        ASK,
        CANCEL
    }

    /** A context, and what it is to say. */
    private static final class Node {
        final Context context;
        final @Nullable Node above;
        final boolean cut;

        @Nullable Integer value;

        @Nullable Throwable cause;

        boolean expired;

        Node(Context context, @Nullable Node above, boolean cut) {
            this.context = context;
            this.above = above;
            this.cut = cut;
            if (above != null) {
                value = above.value;
                cause = cut ? null : above.cause;
                expired = !cut && above.expired;
            }
        }

        boolean isBelow(Node other) {
            for (Node at = this; at != null; at = at.cut ? null : at.above) {
                if (at == other) {
                    return true;
                }
            }
            return false;
        }

        void check() {
            assertEquals(cause != null, context.done().tryRecv().isClosed());
            assertEquals(cause != null, context.err().isDefined());
            assertEquals(value, context.value(NUMBER).getOrNull());
            if (cause == null) {
                assertEquals(null, context.cause().getOrNull());
            } else {
                assertSame(
                        expired ? DeadlineExceeded.class : Canceled.class,
                        context.err().get().getClass());
                assertSame(cause, context.cause().get());
            }
        }
    }

    /** An action on a context, how often it has run, and how often it should have run. */
    private static final class Acting {
        final Node on;
        final Stop stop;
        int ran;
        boolean stopped;

        Acting(Node on) {
            this.on = on;
            stop = on.context.onDone(() -> ran++);
        }

        void check() {
            assertEquals(on.cause != null && !stopped ? 1 : 0, ran);
        }
    }

    private final List<Node> nodes = new ArrayList<>(List.of(new Node(Context.background(), null, true)));
    private final List<Acting> actions = new ArrayList<>();

    private void perform(Step step, int choice, int number) {
        Node at = nodes.get(choice % nodes.size());
        Context context = at.context;
        Throwable why = new Exception("cause " + number);
        switch (step) {
            case CANCEL_CAUSE -> nodes.add(new Node(Context.withCancelCause(context), at, false));
            case TIMEOUT -> nodes.add(new Node(Context.withTimeout(context, Duration.ofDays(1)), at, false));
            case EXPIRED -> {
                Node node = new Node(Context.withTimeoutCause(context, Duration.ZERO, why), at, false);
                if (node.cause == null) {
                    node.cause = why;
                    node.expired = true;
                }
                nodes.add(node);
            }
            case VALUE -> {
                Node node = new Node(Context.withValue(context, NUMBER, number), at, false);
                node.value = number;
                nodes.add(node);
            }
            case WITHOUT_CANCEL -> nodes.add(new Node(Context.withoutCancel(context), at, true));
            case ACTION -> actions.add(new Acting(at));
            case STOP -> {
                if (!actions.isEmpty()) {
                    Acting acting = actions.get(choice % actions.size());
                    boolean prevented = acting.on.cause == null && !acting.stopped;
                    assertEquals(prevented, acting.stop.stop());
                    acting.stopped |= prevented;
                }
            }
            case ASK -> context.done();
            case CANCEL -> {
                if (context instanceof CancelCtx own) {
                    own.cancel(why);
                    nodes.stream()
                            .filter(node -> node.cause == null && node.isBelow(at))
                            .forEach(node -> node.cause = why);
                }
            }
        }
    }

    @Property(tries = 500)
    void contexts_sayWhatTheRulesSay(
            @ForAll @Size(max = 40) List<Step> steps, @ForAll @Size(40) List<@IntRange(max = 1000) Integer> choices) {
        nodes.subList(1, nodes.size()).clear();
        actions.clear();
        for (int i = 0; i < steps.size(); i++) {
            perform(steps.get(i), choices.get(i), i);
            if (i % 5 == 0) {
                nodes.forEach(Node::check);
            }
        }
        nodes.forEach(Node::check);
        actions.forEach(Acting::check);
        for (Node node : nodes) {
            if (node.context instanceof CancelCtx own) {
                own.cancel(); // also lets go of its timer
                assertEquals(0, own.children());
            }
        }
    }
}
