/**
 * Locks and the like, for where channels do not fit: {@link dev.runnel.sync.Mutex}, {@link dev.runnel.sync.RWMutex},
 * {@link dev.runnel.sync.WaitGroup}, {@link dev.runnel.sync.Once}, {@link dev.runnel.sync.Cond}; Go's package
 * {@code sync}, and {@link dev.runnel.sync.Semaphore} of {@code x/sync}. They are built on the strands and wait queues
 * of the runtime: a goroutine that waits puts its P down, dumps say why it waits, and a standstill is found.
 *
 * <p>Each operation that waits has the forms that those of a channel have: the plain one, which an interrupt does not
 * end; {@code ...Interruptibly}; one with a duration, and one with a {@link dev.runnel.channel.Cancellation}, both of
 * which can be interrupted. A form that gives up has done nothing: the lock is not held, and no wake-up that was meant
 * for another is lost. {@link dev.runnel.sync.Once} has only the plain one.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * Mutex#4       state    LOCKED | QUEUED             held by nobody in particular
 *   waiters     first -> [G8] <-> [G2] <- last       made when G8 came
 *
 * The unlock takes G8's record, sets WOKEN, clears LOCKED, and readies G8. G5 comes by and locks. G8 finds it locked, clears WOKEN and
 * queues up again: first -> [G8] <-> [G2] <- last. If it has waited for more than a millisecond in all it sets STARVING: then G5's
 * unlock leaves LOCKED, and G8 has the lock when it wakes.
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>Y1. Free is one compare-and-set.</b> Whoever finds a mutex free takes it by one, and gives it back by one if
 *       nobody waits. The queue is made at the first wait.
 *   <li><b>Y2. A flag says that somebody waits.</b> It is set together with a look at what is waited for, in one
 *       compare-and-set, and then the record is queued; both happen under the queue's lock. Whoever frees something
 *       clears its own part in one compare-and-set as well. So either the waiter sees it free, or whoever frees it sees
 *       that somebody waits.
 *   <li><b>Y3. Flags change under the lock of the queue.</b> Only these change without it: {@code LOCKED};
 *       {@code QUICK} and {@code WRITER}, where nobody else has come; the counts; and {@code WOKEN}, which a woken
 *       waiter that has the mutex takes back. {@code WRITER} is set by whoever has the mutex of the writers.
 *   <li><b>Y4. One is woken at a time.</b> {@code WOKEN} is a duty: a waiter that has been woken takes the mutex, or
 *       queues up, or passes the duty on; each of these clears the flag. A waiter that is unwound or runs out of time
 *       with the duty passes it on (M3).
 *   <li><b>Y5. A starving waiter is handed the lock.</b> {@code STARVING} is there only while the mutex is locked. The
 *       unlock then leaves it locked, for the first waiter that can be claimed; if all have given up it is an ordinary
 *       unlock (M4, M5).
 *   <li><b>Y6. A claim hands over.</b> A waiter whose record was claimed with success has what it waits for: the handed
 *       lock, a reader's place, the semaphore's share, the end of the group. Nothing else can end that wait any more,
 *       so nobody who has given up keeps any of these.
 *   <li><b>Y7. Readers that queued behind a writer go before the next writer.</b> The writer that ends claims all of
 *       them, and counts them, before it gives back the mutex of the writers; if it is {@code QUICK} and does not have
 *       that mutex, before the next writer is readied. A writer that gives up does the same (RW2).
 *   <li><b>Y8. A place in the line of a {@code Cond} is taken before its lock is given back.</b> A signal that comes
 *       before the wait has begun is left at the place. If the wait does not come about, the signal goes to the next
 *       place (CV2).
 *   <li><b>Y9. Giving back is not cut off.</b> When the runtime closes, a goroutine is unwound at its next call, but
 *       not at one that gives back: others wait for that, perhaps outside.
 *   <li><b>Y10. Nobody is readied under a lock,</b> as with channels.
 *   <li><b>Y11. Onlookers stand in no line.</b> A select that waits for an object is in a list beside the queue.
 *       Whoever makes the object free for anybody who comes by looks at that list afterwards, takes all out, and calls
 *       each; a select that adds itself tries the object afterwards. So one of the two sees the other, and no wake-up
 *       of the queue is spent on a select.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * lock        CAS 0 -> LOCKED                                           or else
 *   again:    not LOCKED: CAS, also clearing WOKEN if woken: done
 *             not STARVING, and it may spin: a microsecond, again; four times at most
 *             lock the queue; not LOCKED: unlock it, again
 *             not tryEnter(): unlock it, enter(), leave(), again
 *             CAS: QUEUED, not WOKEN if woken, STARVING if starving;  not LOCKED: unlock it, leave(), again
 *             a record: at the tail, or at the head if it has waited before;  unlock the queue; park
 *             handed over: done, and if it waited for less than a millisecond no longer STARVING
 *             woken: starving, if it has waited for more;  again
 *             gives up: takes its record out; nobody left: not QUEUED, not STARVING
 *
 * unlock      CAS LOCKED -> 0                                           or else
 *             not LOCKED: throw;   nobody queued, or one woken already: CAS to not LOCKED: done
 *             lock the queue; take the first;   STARVING: hand over;   else WOKEN, not LOCKED;  unlock the queue, ready it
 *             handed over: lets it run first
 *
 * readLock    no WRITER, not QUICK: CAS one more: done;    else look once more; queue up, and be counted by who ends the writing
 * readUnlock  CAS one less; the last, and there is a WRITER: ready it
 * write       CAS 0 -> QUICK                                            or else
 *             lock the mutex of the writers; set WRITER; readers, or QUICK: look again; wait for the last
 * end         QUICK: CAS QUICK -> 0;   WRITER: CAS WRITER -> 0, unlock the mutex of the writers          or else
 *             claim all readers that wait, count them, not QUICK or not WRITER; ready them; it was QUICK, nobody reads, and there is
 *             a WRITER: ready it; it was WRITER: unlock the mutex of the writers
 *
 * add         CAS the counter; zero, and somebody waits: claim all, ready them
 * await       zero: done; else the flag, a record, park;  woken, and the counter is not zero: reused, throw
 *
 * acquire     under the lock: enough, and nobody waits: take it; else a record, park
 * release     under the lock: serve the first as long as there is enough for it; ready them.  So does who gives up
 *
 * an event    poll: as the form that tries.   register: into the list of onlookers;   stop: out of it
 * tell        after an unlock, the last readUnlock, the end of a writer that gives up, a counter of zero, a release, a place in the
 *             semaphore's queue that was given up:   anybody in the list? take all out; call each
 *
 * Cond await  a place at the end of the line; unlock L; under the lock: signalled already: done; else park;  lock L
 * signal      under the lock: the first place: waits: claim and ready it; not yet: leave the signal there
 * }</pre>
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>A lock, or a try that succeeds: the compare-and-set; for a lock handed over, the claim. An unlock: the
 *       compare-and-set, the store of the state, or the claim.
 *   <li>A try that fails: the look that finds it locked. It fails for no other reason; but on an {@code RWMutex} a try
 *       to write also fails if a writer waits.
 *   <li>A reader that waited: when the writer counts it. A writer: when the last reader is gone.
 *   <li>{@code await} of a group: the look that finds zero, or the claim.
 *   <li>A semaphore, and the places of a {@code Cond}: under the lock.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                      written by           read by         mode           partner
 * Mutex.state, RWState.state all, flags locked    all             CAS, volatile  itself
 * WaitGroup.state            all                  all             CAS, volatile  itself
 * WaitGroup.home             locked               locked          plain          the queue's lock
 * RWState.drain              locked               locked; who has plain          the queue's lock; the mutex of the writers, without which nobody writes it
 *                                                 that mutex
 * Semaphore.taken            locked               locked; text    plain          the queue's lock
 * Cond.line, its places      locked               locked          plain          the queue's lock; once taken out, who broadcasts
 * Once.done                  the one call         all             volatile       itself
 * Result: its fields         the one call         all             plain          Once.done
 * Primitive.waiters          who waits first      all             CAS            itself
 * Primitive.number           who first asks       all             CAS            itself
 * Waiters.onlookers          locked               locked; tell    as Line.first; the state, which tell's caller wrote before: who adds and who tells,
 *                                                                 a fence        one sees the other
 * Onlooker: its place        locked; tell         locked; tell    plain          the queue's lock; once taken out, tell's caller
 * }</pre>
 *
 * <h2>In bubbles</h2>
 *
 * <p>Waits for a {@code Cond}, a {@code Semaphore}, and a {@code WaitGroup} whose adds came from the bubble are durable
 * (B4); those for a mutex are not (B6): while a goroutine of a bubble waits for a mutex, the clock stands still, even
 * if its holder sleeps. A signal or release from outside that would wake a goroutine of a bubble fails, and wakes
 * nobody (B3). A group belongs to the bubble of the adds of one round, and to nobody when its counter is zero.
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>Misuse is an exception, even where Go ends the process, and has changed nothing.
 *   <li>There are timed, interruptible and cancellable forms.
 *   <li>A mutex's {@code tryLock} never fails for any other reason than that the lock is held (M6). A goroutine that
 *       spins before it waits for a mutex (P100) does not say so in the mutex's state: an unlock meanwhile may wake
 *       another.
 *   <li>A writer that finds others looks again before it waits, by the rule for mutexes (P100). So does a reader that
 *       finds a writer, once; it is not in line until then, so a second writer may come before it. Go's wait at once. A
 *       writer that finds nobody does not take the mutex of the writers first.
 *   <li>When it hands a mutex over, the unlocker goes to the end of the global queue; in Go, of the local one.
 *   <li>A starving mutex stays locked when it is handed over; in Go the new owner sets the bit.
 *   <li>A group that is done belongs to no bubble, even if no {@code await} has seen that.
 *   <li>A goroutine that is unwound while it waits for a {@code Cond} takes the lock again only if that is free.
 *       Otherwise it goes on without the lock, and its next unlock of it does nothing, so that {@code finally} blocks
 *       do no harm.
 *   <li>{@code OnceValues} is a {@code value} of a tuple. A function whose one call ended its goroutine throws at later
 *       calls.
 *   <li>An acquire whose context ends at the same time as it is served keeps what it wanted; Go's gives it back.
 *   <li>There are events, for clauses of a select.
 *   <li>Nothing can be copied, so nothing looks for copies (CV3).
 *   <li>There is no {@code Pool}: the JVM collects short-lived objects cheaply, and Go's own is bound to its collector.
 *       There is no {@code Map}: {@link java.util.concurrent.ConcurrentHashMap} is one, and does not wait on
 *       goroutines.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Locks of {@code java.util.concurrent} underneath: a goroutine that waits for one is blocked in the JDK; no P is
 *       put down at once, no standstill is found, and no schedule of the test kit sees it.
 *   <li>A table of queues by address, as in Go: objects have no address, and a reference costs as much as Go's word for
 *       the semaphore.
 *   <li>The count of waiters in the state: a waiter that gives up would race for it with whoever wakes.
 *   <li>Selects in the line: whoever is handed a mutex must take it, or pass it on, and a select may choose something
 *       else.
 *   <li>Numbered tickets for {@code Cond}: a waiter that gives up leaves a hole, and the signal for it would be lost.
 * </ul>
 *
 * <h2>Reading order</h2>
 *
 * <p>{@code Primitive}, {@code Waiters}; {@code Mutex}; {@code RWState}, {@code RWMutex}, {@code WaitGroup},
 * {@code Semaphore}; {@code Cond}, {@code Once}; {@code Onlooker}, {@code Taking}.
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code src/sync}, {@code src/internal/sync/mutex.go}, {@code src/runtime/sema.go};
 * {@code golang.org/x/sync/semaphore}.
 */
@NullMarked
package dev.runnel.sync;

import org.jspecify.annotations.NullMarked;
