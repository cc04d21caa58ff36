/**
 * The queues of the scheduler, without the scheduler: a P's run queue, two linked lists ({@code Fifo}, {@code Line}),
 * and a heap of timers.
 *
 * <h2>A picture</h2>
 *
 * <p>A ring of 8 slots (a P's has 256) after a while; the counters run on, and the slot is the counter modulo 8.
 *
 * <pre>{@code
 * next = g9                       head = 10      tail = 13
 *
 * slot     0    1    2    3    4    5    6    7
 *          .    .    g4   g7   g5   .    .    .
 *                    ^head          ^tail
 *
 * the owner takes      g9, g4, g7, g5
 * a thief takes half   g4 and g7, of which it runs g7 and queues g4; g9 only when the ring is empty
 * }</pre>
 *
 * <h2>Invariants of the run queue</h2>
 *
 * <ul>
 *   <li><b>Q1. Bounds.</b> {@code tail - head}, as a 32-bit difference, is from 0 to the number of slots. A reader that
 *       sees more than half of that to steal has read two values that do not belong together, and reads again (P107).
 *   <li><b>Q2. One producer.</b> Only the owner writes {@code tail} and the slots, and only it fills {@code next}. That
 *       is why the two ends are two types, {@code Owner} and {@code Thief}: a thief cannot even name these operations.
 *   <li><b>Q3. Many consumers, one order.</b> All take from the head, the oldest end. {@code head} moves forward only,
 *       by compare-and-set; whoever succeeds owns what it read from the slots before. For the counter to come round to
 *       the same value meanwhile would take 2<sup>32</sup> operations within one attempt.
 *   <li><b>Q4. No slot is written while someone may still take it.</b> The owner writes a slot only if it has seen the
 *       head less than a whole ring behind. A head that it read too early only makes it believe that there is less
 *       room.
 *   <li><b>Q5. {@code next} is one slot, in front of the ring.</b> Whoever fills it gets the former occupant back, in
 *       one step, and puts it at the tail. So {@code next} does not look empty while an element goes from it to the
 *       ring.
 *   <li><b>Q6. An element is in one place.</b> Each step that takes one out is a single compare-and-set or get-and-set.
 *   <li><b>Q7. The owner lets go.</b> It clears the slots that it takes. What a thief took stays referred to until the
 *       owner comes round, or clears all such slots ({@code forgetStolen}): a thief may not write another's slots (Q2).
 * </ul>
 *
 * <h2>Invariants of the deque</h2>
 *
 * <p>A run queue may be made as a deque: its owner then may take the youngest, too. Q2, Q4, Q5 and Q7 hold as they are.
 * {@code tail} moves back as well: for a moment it may be one below {@code head} (Q1), and lowering it may be all that
 * takes an element out (Q6, Q13). Thieves take from the head as ever (Q3).
 *
 * <ul>
 *   <li><b>Q13. The two ends meet at one element.</b> A thief takes one at a time, the oldest: what it takes is below
 *       what it has seen as {@code tail}, and at what it has seen as {@code head}. The owner first lowers {@code tail}
 *       to t, then reads {@code head}. If that is below t, no thief can have t: one that would take it must have read a
 *       head of t, thus after the owner did; it reads {@code tail} after that, and sees t there at most. If it is t, a
 *       thief may have seen the former tail: both go for the compare-and-set of {@code head}, and one gets it; so this
 *       slot is not written again under the same index. If it is above t, a thief has it. In the last two cases
 *       {@code tail} goes back up to {@code head}. With a thief that takes half this would be wrong: it may take what
 *       lies above a head that the owner has seen. So no thief takes half of a deque, and the youngest is taken only
 *       from a deque.
 *   <li><b>Q14. What lies still is not overlooked.</b> As {@code tail} moves both ways, the reader of {@code isEmpty}
 *       may see the same tail twice with other values in between, and so miss elements that have come meanwhile. An
 *       element that was there before the look and is there after it is below all these tails, or in {@code next}, and
 *       is seen. A search for work needs no more: whoever has put something in meanwhile looks for a spinner after
 *       that.
 * </ul>
 *
 * <h2>Invariants of the timer heap</h2>
 *
 * <ul>
 *   <li><b>Q8. A 4-ary heap.</b> No timer is due before its parent; each timer knows its index and its heap. So removal
 *       is logarithmic and needs no search.
 *   <li><b>Q9. In the heap means not fired.</b> A timer that {@code remove} took out never fires from there; one that
 *       it did not find has fired, is about to, or was never added. Whoever adds timers must be able to bear a late
 *       firing: a ticket or a look at the state decides then.
 *   <li><b>Q10. Fired outside the lock.</b> What a timer does may lock a channel and ready a goroutine.
 *   <li><b>Q11. {@code earliest} is published under the lock and read without it.</b> A reader that sees a time has
 *       work soon; one that sees none may have come too early, and the adder then wakes whoever sleeps.
 *   <li><b>Q12. A moved timer stays in.</b> {@code move} changes the time and the place in one hold of the lock, so
 *       nobody who counts the timers meanwhile finds one too few.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * put(x)         t = tail, h = head
 *                room (t - h < slots): slot[t] = x; tail = t + 1
 *                full: read the older half; CAS head h -> h + half; on success half and x go to the overflow
 *                      the CAS failed: a thief made room, try again
 *
 * putNext(x)     former = getAndSet next x; former: put(former)
 *
 * take           h = head; tail = h: nothing
 *                x = slot[h]; CAS head h -> h + 1: clear the slot, x; else again
 *
 * stealHalf(v)   h = v.head, t = v.tail; n = half of t - h, rounded up; 0: nothing
 *                copy v's slots h .. h+n-2 behind the own tail, keep that of h+n-1
 *                CAS v.head h -> h + n: own tail += n - 1; run the kept one, the youngest; else again
 *
 * takeLast       (of a deque) t = tail - 1; below head: nothing
 *                tail = t; h = head
 *                h < t: slot[t];   else CAS head t -> t + 1; tail = t + 1; on success slot[t], else nothing
 *
 * isEmpty        (by anyone) h = head, t = tail, x = next; tail still t: h = t and x is none; else again
 *
 * giveUpFor(o)   both locks: the timers go to o, and from now on what is added here; each is in one of the two for others
 *
 * timer.takeOut  h = its heap; none: it was not in one; lock h: still there, out; else again
 *
 * fireDue(now)   while earliest <= now: lock, take the first if due, keep its place, unlock; fire it; lock, give up the place
 * }</pre>
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>{@code put}: the store of {@code tail}; if the ring was full, the compare-and-set of {@code head} takes the
 *       half out and the overflow puts it in elsewhere.
 *   <li>{@code putNext}, {@code takeNext}: the get-and-set, or compare-and-set, of {@code next}.
 *   <li>{@code take}: the compare-and-set of {@code head}.
 *   <li>{@code takeLast}: the store of {@code tail}, or the compare-and-set of {@code head} if it is the last.
 *   <li>{@code stealHalf}: out at the compare-and-set of the victim's {@code head}, in at the store of the thief's own
 *       {@code tail}. In between the elements are in the thief's hands only.
 *   <li>{@code isEmpty}: the reading of {@code next}. As {@code tail} is the same before it and after it, the ring was
 *       empty then (P106).
 *   <li>The heap: under its lock.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field              written by            read by         mode                partner
 * RunQueue.tail      owner                 all             volatile            a thief that sees tail sees the slots before it
 * RunQueue.head      all                   all             CAS                 the owner that sees head may reuse the slots before it
 * RunQueue.next      owner fills, all      all             CAS, getAndSet      itself
 *                    empty it
 * RunQueue.slots     owner                 all             plain               tail, then head
 * Fifo.size          the user, locked      all, a hint     volatile            itself
 * Line.first         the user, locked      all, a hint     release; volatile   a fence of who has put a place in, and counts on being seen
 * TimerHeap.earliest locked, if it changes all             volatile            Watchdog.wakesAt: adder and sleeper, one sees the other
 * TimerHeap.count    locked                all             release             .earliest, stored after it when it becomes 0 or is that no more;
 *                                                                              of a heap that is given up: up in the other first
 * Timer.when,        locked                locked          plain               the lock
 *   .index;
 *   TimerHeap.heap,
 *   .size, .kept,
 *   .successor
 * TimerHeap.changes  locked                deterministic   plain               the passing of its one P; behind what other threads do
 *                                          runs
 * Timer.heap         locked                all, a hint     plain               who locks what it says sees whether it is so
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>All accesses of the ring's counters are volatile, where Go uses load-acquire and store-release: simpler to
 *       argue, and the search for work relies on the order of publishing and looking anyway.
 *   <li>Slots are cleared (Q7); Go's ring holds plain numbers as far as its collector is concerned.
 *   <li>What overflows is handed to a function, half a ring at a time (128 and the one in hand, P12; of a deque, where
 *       the one in hand is the one to run next, only the 128).
 *   <li>Go has no deque.
 *   <li>A timer is taken out at once. Go marks it and lets the owner of the heap clean up later (P63); a stopped timer
 *       here keeps nothing alive, and deadlock detection may simply count timers.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>A Chase-Lev deque for all: its owner works at the young end. A run queue must be first in, first out, or the
 *       oldest starve. Where the youngest is to be first, there is the deque above, on a ring that does not grow.
 *   <li>Stealing half of a deque: the owner would have to change {@code head} at each take, so that a thief under way
 *       fails; a version beside {@code head} would do it, at the price of a compare-and-set for each.
 *   <li>{@code ConcurrentLinkedQueue}: a node per element, and no stealing of half at one stroke.
 *   <li>Lazy removal of timers: a timed receive that mostly succeeds in time would fill the heap with dead timers.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26: {@code runqput}, {@code runqputslow}, {@code runqget}, {@code runqgrab}, {@code runqsteal},
 * {@code runqempty} in {@code src/runtime/proc.go}; {@code src/runtime/time.go}. Chase and Lev, <i>Dynamic Circular
 * Work-Stealing Deque</i> (2005).
 */
@NullMarked
package dev.runnel.runtime.queue;

import org.jspecify.annotations.NullMarked;
