package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.util.Random;

/** The forms of waiting to be notified that can be given up. */
enum Notified {
    COND_INTERRUPTIBLE {
        @Override
        void play(Random random, boolean interrupts) {
            signals(random, interrupts, (cond, ends) -> {
                cond.awaitInterruptibly();
                return true;
            });
        }
    },
    COND_TIMED {
        @Override
        void play(Random random, boolean interrupts) {
            signals(random, interrupts, (cond, ends) -> cond.await(ends.limit()));
        }
    },
    GROUP_INTERRUPTIBLE {
        @Override
        void play(Random random, boolean interrupts) {
            group(random, interrupts, (group, ends) -> group.awaitInterruptibly());
        }
    },
    GROUP_TIMED {
        @Override
        void play(Random random, boolean interrupts) {
            group(random, interrupts, (group, ends) -> group.await(ends.limit()));
        }
    };

    private interface Signalled {
        boolean await(Cond cond, Ends ends) throws Exception;
    }

    private interface Awaited {
        void await(WaitGroup group, Ends ends) throws Exception;
    }

    abstract void play(Random random, boolean interrupts);

    /** When a signal comes, one of those that wait has it: one that gives up does not take it along. */
    private static void signals(Random random, boolean interrupts, Signalled form) {
        Program program = new Program(random, interrupts);
        Mutex mutex = new Mutex();
        Cond cond = new Cond(mutex);
        int patient = 1 + random.nextInt(2);
        int impatient = 1 + random.nextInt(2);
        Chan<Integer> waits = Go.chan(patient + impatient);
        Chan<Integer> served = Go.chan(patient + impatient);
        for (int i = 0; i < impatient; i++) {
            Ends ends = Ends.of(program.context, random);
            program.party(() -> {
                mutex.lock();
                try {
                    waits.send(1);
                    if (form.await(cond, ends)) {
                        served.send(1);
                    }
                } finally {
                    mutex.unlock();
                }
            });
        }
        for (int i = 0; i < patient; i++) {
            program.party(() -> {
                mutex.lock();
                waits.send(1);
                cond.await();
                served.send(1);
                mutex.unlock();
            });
        }
        Go.go(() -> {
            for (int i = 0; i < patient + impatient; i++) {
                waits.recv();
            }
            mutex.lock(); // so the last of them has queued up, too
            mutex.unlock();
            for (int i = 0; i < patient; i++) {
                cond.signal(); // somebody waits: each of the patient ones that has had none
            }
            for (int i = 0; i < patient; i++) {
                served.recv(); // waits for ever if one was lost
            }
            cond.broadcast();
        });
        program.play(null);
    }

    /** Whoever waits to the end is released at the end, whoever else gives up. */
    private static void group(Random random, boolean interrupts, Awaited form) {
        Program program = new Program(random, interrupts);
        WaitGroup group = new WaitGroup();
        int members = 1 + random.nextInt(2);
        group.add(members);
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            Ends ends = Ends.of(program.context, random);
            program.party(() -> form.await(group, ends));
        }
        for (int i = program.some(); i > 0; i--) {
            program.party(group::await);
        }
        for (int i = 0; i < members; i++) {
            program.party(group::done);
        }
        program.play(null);
        group.await();
    }
}
