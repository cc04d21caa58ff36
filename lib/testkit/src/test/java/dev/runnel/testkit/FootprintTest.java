package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.channel.Touching;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which steps have nothing to do with each other. */
class FootprintTest {

    private static final Set<Act> OF_CHANNELS =
            EnumSet.of(Act.SEND, Act.TRY_SEND, Act.RECEIVE, Act.TRY_RECEIVE, Act.CLOSE, Act.SELECT, Act.LOOK);
    private static final Set<Act> OF_MUTEXES =
            EnumSet.of(Act.LOCK, Act.TRY_LOCK, Act.UNLOCK, Act.READ_LOCK, Act.TRY_READ_LOCK, Act.READ_UNLOCK);
    private static final Set<Act> OF_GROUPS = EnumSet.of(Act.ADD, Act.DONE, Act.AWAIT, Act.END);
    private static final Set<Act> OF_SEMAPHORES = EnumSet.of(Act.ACQUIRE, Act.TRY_ACQUIRE, Act.RELEASE);
    private static final Set<Act> HARMLESS = EnumSet.of(Act.TAKE, Act.SLEEP, Act.PARK, Act.LIMIT, Act.PREEMPT);
    private static final Set<Act> THAT_MAKE = EnumSet.of(Act.GO, Act.NEW);

    private final Footprint.Numbers numbers = new Footprint.Numbers();
    private final Object goroutine = new Object();

    private Footprint of(Act act, @Nullable Object on) {
        Footprint footprint = new Footprint(numbers);
        footprint.add(goroutine, act, on, numbers);
        return footprint;
    }

    private Footprint everything() {
        Footprint footprint = new Footprint(numbers);
        footprint.addEverything();
        return footprint;
    }

    private Footprint endOfRun() {
        Footprint footprint = new Footprint(numbers);
        footprint.addEndOfRun();
        return footprint;
    }

    /** The footprint of a step that is not known to meet anything else. */
    private Footprint ofSomething() {
        return of(Act.LOCK, new Mutex());
    }

    private static void assertMeets(boolean meets, Footprint one, Footprint other, Object message) {
        assertEquals(meets, one.meetsInRun(other), message::toString);
        assertEquals(meets, other.meetsInRun(one), message::toString);
    }

    private void assertTouchOnly(Set<Act> acts, Object thing, Object another) {
        for (Act act : acts) {
            assertMeets(true, of(act, thing), of(act, thing), act);
            assertMeets(false, of(act, thing), of(act, another), act);
            assertMeets(false, of(act, thing), ofSomething(), act);
            assertMeets(true, of(act, new Object()), ofSomething(), act + " on what it is not known on");
            for (Act other : acts) {
                assertMeets(true, of(act, thing), of(other, thing), act + " and " + other);
            }
        }
    }

    @Test
    void callsOnOneThing_meet_andOnDifferentOnes_doNot() {
        assertTouchOnly(OF_CHANNELS, Go.chan(), Go.chan(1));
        assertTouchOnly(OF_MUTEXES, new Mutex(), new Mutex());
        assertTouchOnly(OF_MUTEXES, new RWMutex(), new RWMutex());
        assertTouchOnly(OF_GROUPS, new WaitGroup(), new WaitGroup());
        assertTouchOnly(OF_SEMAPHORES, new Semaphore(1), new Semaphore(1));
    }

    @Test
    void callsOnNothing_meetAll() {
        for (Act act : List.of(Act.SEND, Act.LOOK, Act.LOCK, Act.ADD, Act.ACQUIRE)) {
            assertMeets(true, of(act, null), ofSomething(), act);
        }
    }

    /** One of its clauses is on something of the user's, for example. */
    @Test
    void callsOnMoreThanChannels_meetAll() {
        Touching more = new Touching() {
            private final List<? extends Hchan<?>> channels = List.of((Hchan<?>) Go.chan());

            @Override
            public List<? extends Hchan<?>> channels() {
                return channels;
            }

            @Override
            public boolean isOnChannelsAlone() {
                return false;
            }
        };
        for (Act act : OF_CHANNELS) {
            assertMeets(true, of(act, more), ofSomething(), act);
        }
    }

    @Test
    void whoWakesAGoroutine_meetsWhoWakesTheSame() {
        Footprint wakes = of(Act.READY, null);
        assertMeets(true, wakes, of(Act.READY, null), "the same");
        Footprint another = new Footprint(numbers);
        another.add(new Object(), Act.READY, null, numbers);
        assertMeets(false, wakes, another, "another");
    }

    /** Goroutines are numbered. */
    @Test
    void whoMakesAGoroutine_meetsWhoMakesAnother() {
        for (Act act : THAT_MAKE) {
            assertMeets(true, of(act, null), of(Act.GO, null), act);
            assertMeets(false, of(act, null), ofSomething(), act);
        }
    }

    @Test
    void endOfAGoroutine_meetsWhatIsDoneWithASignal() {
        Footprint end = of(Act.END, null);
        assertMeets(false, end, of(Act.END, null), "another end");
        assertMeets(false, end, ofSomething(), "a lock");
        assertMeets(false, end, of(Act.RECEIVE, Go.chan()), "a channel");
        assertMeets(true, end, of(Act.RECEIVE, new Signal(null)), "a signal");
        assertMeets(true, end, everything(), "whatever it is");
    }

    @Test
    void lookAtAContext_meetsWhatMayChangeIt() {
        Footprint look = of(Act.LOOK, Context.background());
        assertMeets(false, look, of(Act.LOOK, Context.background()), "a look");
        assertMeets(false, look, ofSomething(), "a lock");
        assertMeets(true, look, of(Act.CANCEL, Context.background()), "a cancel");
        assertMeets(true, look, endOfRun(), "which keeps it from being made");
    }

    @Test
    void whatIsAskedForElsewhere_meetsNothing() {
        for (Act act : HARMLESS) {
            assertMeets(false, of(act, new Object()), everything(), act);
            assertMeets(act == Act.SLEEP, of(act, new Object()), endOfRun(), act);
        }
    }

    @Test
    void anythingElse_meetsAllButWhatDoesNothing() {
        Set<Act> others = EnumSet.allOf(Act.class);
        List.of(OF_CHANNELS, OF_MUTEXES, OF_GROUPS, OF_SEMAPHORES, HARMLESS, THAT_MAKE, Set.of(Act.READY))
                .forEach(others::removeAll);
        assertTrue(others.containsAll(Set.of(Act.CANCEL, Act.YIELD, Act.BLOCK, Act.ONCE, Act.SET_TIMER)));
        for (Act act : others) {
            assertMeets(true, of(act, Go.chan()), ofSomething(), act);
            assertMeets(true, of(act, Go.chan()), of(Act.END, null), act);
            assertMeets(false, of(act, Go.chan()), new Footprint(numbers), act);
        }
    }

    /** It cuts off what others would have done; their ends do not matter. */
    @Test
    void endOfARun_meetsWhatIsMoreThanAnEnd() {
        assertMeets(true, endOfRun(), ofSomething(), "a lock");
        assertMeets(true, endOfRun(), of(Act.GO, null), "a start");
        assertMeets(true, endOfRun(), everything(), "anything");
        assertMeets(false, endOfRun(), of(Act.END, null), "an end");
        assertMeets(false, endOfRun(), endOfRun(), "itself");
        assertMeets(false, endOfRun(), new Footprint(numbers), "nothing");
    }

    @Test
    void codeThatTouchesNothing_meetsWhatCutsItOff() {
        Footprint runs = new Footprint(numbers);
        runs.addRun();
        assertMeets(true, runs, endOfRun(), "the end of the run");
        assertTrue(runs.meets(endOfRun()));
        assertTrue(endOfRun().meets(runs));
        assertMeets(false, runs, runs, "itself");
        assertMeets(false, runs, everything(), "anything else");
        assertFalse(runs.meets(everything()));
        assertSum(runs, endOfRun());
        assertSum(endOfRun(), runs);
    }

    @Test
    void sum_meetsWhatEitherMeets() {
        Mutex mutex = new Mutex();
        Signal signal = new Signal(null);
        Footprint lock = of(Act.LOCK, mutex);
        assertSum(lock, of(Act.UNLOCK, mutex));
        assertSum(of(Act.GO, null), of(Act.GO, null));
        assertSum(of(Act.END, null), of(Act.RECEIVE, signal));
        assertSum(of(Act.RECEIVE, signal), of(Act.END, null));
        assertSum(of(Act.LOOK, Context.background()), endOfRun());
        assertSum(endOfRun(), of(Act.LOOK, Context.background()));
        assertSum(everything(), ofSomething());
    }

    private void assertSum(Footprint part, Footprint meets) {
        Footprint sum = new Footprint(numbers);
        assertMeets(false, sum, meets, "nothing yet");
        sum.addAll(part);
        assertMeets(true, sum, meets, "the sum");
        assertMeets(false, sum.empty(), meets, "empty");
    }

    /** Both touch what was numbered before, alike in both runs. */
    @Test
    void inAnotherRun_whatWasKnown_isTheSameIfItsNumberIs() {
        Footprint.Numbers now = new Footprint.Numbers();
        for (Footprint.Numbers each : List.of(numbers, now)) {
            each.of("first");
            each.of("second");
        }
        Mutex[] before = {new Mutex(), new Mutex()};
        Mutex[] then = {new Mutex(), new Mutex()};
        for (int i = 0; i < 2; i++) {
            numbers.of(before[i]);
            now.of(then[i]);
        }
        Footprint first = of(Act.LOCK, before[0]);
        assertTrue(first.meets(lock(then[0], now)));
        assertFalse(first.meets(lock(then[1], now)));
        assertFalse(first.meets(lock(new Mutex(), now)), "what was not known");
        assertFalse(first.meets(new Footprint(now)));
        assertFalse(new Footprint(numbers).meets(lock(then[0], now)));
        Footprint makes = of(Act.GO, null);
        assertFalse(first.meets(makes));
        assertTrue(makes.meets(of(Act.NEW, null)));
    }

    @Test
    void inAnotherRun_whatWasNotKnown_mayBeWhateverElseWasNot() {
        Footprint.Numbers now = new Footprint.Numbers();
        Mutex known = new Mutex();
        numbers.of(known);
        now.of(known);
        Footprint fresh = of(Act.LOCK, new Mutex());
        Footprint begun = new Footprint(now);
        now.of(new Mutex());
        begun.add(goroutine, Act.LOCK, new Mutex(), now);
        assertTrue(fresh.meets(begun));
        assertFalse(fresh.meets(lock(known, now)));
        Footprint both = fresh.empty();
        both.addAll(of(Act.LOCK, known));
        assertFalse(both.meets(begun));
        both.addAll(fresh);
        assertTrue(both.meets(begun));
    }

    private Footprint lock(Mutex mutex, Footprint.Numbers in) {
        Footprint footprint = new Footprint(in);
        footprint.add(goroutine, Act.LOCK, mutex, in);
        return footprint;
    }
}
