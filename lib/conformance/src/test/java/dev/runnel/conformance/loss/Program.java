package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A few parties that do one thing each, and what may end that. What is disturbed, and when, is drawn at random; on the
 * real scheduler it is a race, under a schedule the schedule decides.
 */
final class Program {

    private static final int MOST_SPINS = 400;

    final Random random;
    final CancelContext context = Context.withCancel(Context.background());
    private final boolean interrupts;
    private final List<Party> parties = new ArrayList<>();

    /** @param interrupts whether parties are interrupted, too */
    Program(Random random, boolean interrupts) {
        this.random = random;
        this.interrupts = interrupts;
    }

    /** How often something is done here: a random number, rarely zero. */
    int some() {
        return random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(3);
    }

    /** Adds a party, whose part may end by whatever disturbs it. */
    void party(Body part) {
        Body attempt = () -> {
            try {
                part.run();
            } catch (CancelledException | InterruptedException | ChannelException.SendOnClosed e) {
                // has not happened
            }
        };
        parties.add(new Party(attempt));
    }

    /** Disturbs the parties in a random order, and in the end waits for all of them. */
    void play(@Nullable Runnable close) {
        List<Runnable> disturbances = new ArrayList<>(List.of(context::cancel));
        if (close != null) {
            disturbances.add(close);
        }
        if (interrupts) {
            parties.forEach(party -> {
                if (random.nextInt(3) == 0) {
                    disturbances.add(party::interrupt);
                }
            });
        }
        Collections.shuffle(disturbances, random);
        for (Runnable disturbance : disturbances) {
            pause();
            disturbance.run();
        }
        parties.forEach(Party::join);
    }

    private void pause() {
        if (random.nextBoolean()) {
            Go.gosched();
        }
        for (int spins = random.nextInt(MOST_SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
