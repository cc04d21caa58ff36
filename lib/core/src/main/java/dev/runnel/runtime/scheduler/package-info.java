/**
 * The scheduler: goroutines (G) run on machines (M), which are virtual threads, by the right that processors (P) give.
 *
 * <p>A Java stack cannot be moved from thread to thread. So a goroutine that has started stays on the M that started it
 * until it ends, and while it waits its M waits with it. What moves is the P: scheduling is passing a P from M to M. A
 * goroutine that has not started is an object in a queue, and costs no thread yet.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * P0   held by M4, which runs G7                 hold(M4) = USER
 *      next: G9 (not started)    ring: G3 (its M3 is parked), G12 (not started)
 *      timers: G5 at 12:00:01
 * P1   held by M2, which carries no goroutine and looks for work: it spins           hold(M2) = RUNTIME
 * P2   idle
 *
 * global queue   G2
 * M1   parked with G1    WAITING: chan receive      hold = NONE
 * M3   parked with G3    RUNNABLE                   hold = NONE
 * M5   parked with G5    WAITING: sleep             hold = NONE
 * M8   in Thread.sleep with G8    OUTSIDE           hold = LOST: its P went to M2
 * M6   idle, no goroutine                           hold = NONE
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>D1. A goroutine runs on a P or is counted as outside.</b> Outside means that its P was taken, because it is
 *       blocked in the JDK or ran too long while others waited, or that it gave its P away before a call that it said
 *       would block. In dedicated mode a goroutine that blocked and was unmounted does not go on before it has a P; any
 *       other finds out at its next call into the runtime.
 *   <li><b>D2. A P is in one place:</b> held by an M, granted to an M, in the hands of whoever passes it on, or in the
 *       idle list. So at most {@code procs} goroutines run that are not outside.
 *   <li><b>D3. A goroutine is in one queue at most, and only if it is RUNNABLE</b> (P104). Becoming RUNNABLE precedes
 *       the queueing; whoever takes it out decides where it runs.
 *   <li><b>D4. A goroutine has one M</b> from its first line to its last, and an M one at a time. So {@code Thread}
 *       identity, thread-locals and locks of {@code java.util.concurrent} mean in a goroutine what they mean in a
 *       thread.
 *   <li><b>D5. {@code hold} decides about the P of an M in user code.</b> The M enters the runtime by turning USER into
 *       RUNTIME; the carrier or the watchdog takes the P by turning USER into TAKING. One of them wins. Inside the
 *       runtime a P cannot be taken.
 *   <li><b>D6. A grant is a permit.</b> Whoever gives a P to an M stores it and then wakes the thread, or leaves it the
 *       carrier that it is on itself. It may come before the M sleeps. Only one can be under way, since it follows from
 *       taking the goroutine out of its queue (D3), from taking the M out of the idle list, or from the thread's own
 *       coming back.
 *   <li><b>D7. No wake-up is lost.</b> Whoever submits work first publishes it and then looks for an idle P and a
 *       spinner; whoever stops spinning first says so and then looks at all queues. One of the two sees the other
 *       (P30).
 *   <li><b>D8. Few spin.</b> An M begins to spin only while spinners are fewer than half the busy Ps (P27). The one
 *       that finds work wakes the next, if a P is idle and no one else spins (P18). So waking spreads as long as there
 *       is work, one at a time.
 *   <li><b>D9. Only one party may change a status.</b> RUNNING is changed by the goroutine itself, or by whoever took
 *       its P; WAITING by whoever claimed the wait; LINGERING by either, by compare-and-set; RUNNABLE by whoever took
 *       it out of its queue; OUTSIDE by whoever brings it back. {@code GoroutineStatus} lists the legal moves, and any
 *       other fails.
 *   <li><b>D10. {@code next} inherits the slice.</b> Goroutines that wake each other share one slice: {@code tick}
 *       counts slices, not goroutines (P13). When the watchdog says that the slice is over, the goroutine goes to the
 *       end of the global queue at its next call into the runtime; the one in {@code next} then runs, in the same
 *       slice, which the watchdog says is over once more. If the call waits, or is the goroutine's end or a yield of
 *       its own, the one in {@code next} goes to the end of the global queue.
 *   <li><b>D11. Clean-up may finish.</b> A closing runtime tells each goroutine once. After that its operations that
 *       need not wait still work, so that {@code finally} blocks can send and close; those that would wait unwind
 *       again. A goroutine is not told in a call that gives back something that others may wait for: the next call
 *       tells it. A lock that it should have again to unwind, and cannot have at once, is {@code Forgone}.
 * </ul>
 *
 * <h2>The protocol: run, wait, wake</h2>
 *
 * <pre>{@code
 * go          enter; a new G, RUNNABLE, into next of this P; wakeSpinner; leave
 *             no P of this runtime at hand: inject
 *
 * ready(g)    g LINGERING: CAS to RUNNING, and that is all
 *             else g RUNNABLE; a P at hand: g into its next, wakeSpinner; else inject
 *             the caller's own slice is over: it yields (but not where an interrupt is delivered, in the midst of an unpark)
 *
 * inject(g)   an idle P: run(P, g); else the end of the global queue
 *
 * park        (inside the runtime, the wait is open, and may have been ended already)
 *             a deadline: a timer with the ticket into this P's heap
 *             brief, not on one channel (that lingers before it waits), nothing else to do here, another P runs, and nobody is gathered:
 *               LINGERING; look some 2 us whether it is RUNNING: go on
 *               CAS to WAITING; lost: go on. See Lingering
 *             chosen = find
 *             chosen is this very goroutine: RUNNING, go on
 *             chosen: run(P, chosen), the P is no longer this M's;   none: find has put it down   (no memory: see below)
 *             wait for a grant; the slice is over: yield; back to user code
 *
 * run(P, g)   g has an M: g RUNNING, grant the P to it
 *             else: to an idle M, or a new one, with g to start
 *
 * grant       the caller is about to wait, on the carrier of this P, and the M waits to be mounted: store it; leave the carrier to the M
 *             else store it, volatile; an M that waits to be mounted: bring it to the P's carrier;   one that is parked: unpark it
 *
 * wait for a grant
 *             dedicated mode, and no interrupt may end the wait: yield; the thread is not mounted again before it has a grant
 *             else, or if it is here again: say that it parks; no grant: park
 *
 * an M        wait for a grant
 *             loop: chosen = what it is to start, or find
 *                   not started: run it to its end, here, as a call
 *                   started: join the idle Ms of P, if there is room; run(P, chosen); else join those of all, as below; wait for a grant
 *                   none: join the idle Ms of all (or end, if they are many); wait for a grant
 *
 * yield       RUNNABLE, the end of the global queue; others wait here or there: wakeSpinner; then as park
 * }</pre>
 *
 * <p>A channel operation that wakes a goroutine only puts it into a queue. No thread is woken unless a P is idle. And a
 * goroutine that ends takes up the next one that has not started without any switch.
 *
 * <h2>The protocol: find</h2>
 *
 * <pre>{@code
 * due timers of this P fire
 * the JDK's pool is due (carriers shared): away for a moment, with the P
 * the slice is over: who is in next goes to the global queue
 * tick divisible by 61: one from the global queue       (P22: else a busy P would never look there)
 * next                                                  in the same slice; all others begin a new one
 *                                                       (while goroutines are gathered, the ring's oldest after 64 of these in a row)
 * the ring's oldest
 * a share of the global queue
 * somebody waits for the network and nobody else looks: look who is ready there, without waiting   (P25)
 * may spin: four passes over all Ps, from a random start by a random coprime stride (P32):
 *             the last pass: fire the P's due timers
 *             a few in the ring that take turns all the time, and were no faster on two Ps: leave that P alone in this search (CloseGroup)
 *             else steal half the ring
 *             the last pass, the ring was empty, and this P has a next, or one had: watch this P for some microseconds:
 *               it goes on: the two belong together, so take a nap of 3 us (*) and leave it; else steal its next (P34)
 *               (but if the last to wait there would rather have lingered: ask for the P's next, and catch it, without a nap)
 *           nothing found, and some left alone: a nap (*)
 *           while goroutines are gathered (Gathering), instead: once there was a trial of that, such rings are always left alone; who is in next of a P that goes on is, too;
 *             nothing found, and some left alone, or any other P goes on: an M without a goroutine has this P from now on; it naps for 100 to 400 us,
 *             not beyond the first timer of this P, and no longer when somebody queues up in the global queue; find again
 * under the lock: the global queue; else the P is put down, unless a spinner is wanted
 * was spinning: says that it stops; looks at all queues; finds something: an idle P, and again;
 *               no idle P: wants a spinner, so that the next M that would put its P down looks again
 * (*) an M whose goroutine waits, carriers dedicated: looks for some microseconds whether it is granted a P, as that would stand still until
 *     the end of a nap
 *
 * wakeSpinner: a P is idle, nobody spins: an M for it, spinning
 *              none is idle, nobody spins: wants a spinner, unless one is wanted: an M that saw another spin, and did not look
 *              itself, may be about to put its P down, and the other have found nothing before the work came
 *              (it is a spinner itself until it knows that no P is idle, but not once it has said so)
 * }</pre>
 *
 * <h2>The protocol: goroutines that wait for each other, and two Ps</h2>
 *
 * <pre>{@code
 *                          a thief takes the one in next, or half of the ring
 * TOGETHER                ---------------------------------------------------->   APART
 * they take turns on one P:                                                       each has a P: who waits LINGERs there,
 * a hand-over is a switch                                                         and if the other comes, none is switched
 *                         <----------------------------------------------------
 *                          the moment was in vain: it parks, and is readied into the next of who wakes it
 * }</pre>
 *
 * <p>Which is faster depends on how far the two processors are from each other. Three classes decide; the first that
 * has something to say decides.
 *
 * <ol>
 *   <li>{@code Gathering}, for the runtime: while it is on, nobody lingers at a channel or in a select, and thieves
 *       leave alone goroutines that take turns on one P. The watchdog tries on and off against each other, and keeps
 *       what was faster until the next trial.
 *   <li>{@code CloseGroup}, of a thief: half of a ring that takes turns fast is taken, but not again for a while if two
 *       Ps were no faster than one.
 *   <li>{@code Lingering}, of a P: a wait that lingered in vain lets the next one park at once, then the next three,
 *       seven, up to 255. Whoever would have lingered but for a partner in {@code next} tells thieves, which take that
 *       partner.
 * </ol>
 *
 * <h2>The protocol: without memory</h2>
 *
 * <pre>{@code
 * run(P, g), g has no M, and there is no memory for one
 *             by an M whose goroutine waits: g to the end of the global queue; that wait is ended, as one that cannot be; find
 *             (one that yields is in a queue itself, and finds itself; for a ms those in the global queue that have an M go before)
 *             by any other who has P in hands: what P has queued, and g, to the global queue; P is idle; an M is owed
 *             (in a deterministic run, which has no watchdog: P is idle, and the call fails; likewise below)
 * an M is to look for work, and there is no memory for one
 *             what P has queued to the global queue; P is idle; an M is owed
 * find        fails: again, as long as there is work in reach; else P is idle, and an M is owed
 *             (in a deterministic run: that run ends; again, for who is to unwind)
 *
 * watchdog    an M is owed: an idle P for one in the global queue that has an M; wakeSpinner for the others; each ms
 * }</pre>
 *
 * <h2>The protocol: entering, leaving, losing the P</h2>
 *
 * <pre>{@code
 * enter       CAS hold USER -> RUNTIME
 *             TAKING: wait a moment;   LOST: an idle P, or the end of the global queue; wait for a grant
 * leave       the slice is over: yield;   hold = USER
 *
 * the carrier sees its rider leave in user code (dedicated mode: blocked in the JDK, or Thread.yield)
 *             CAS hold USER -> TAKING: OUTSIDE, counted; the P is the carrier's
 *             it wants to run on already, and no work waits: give the P back
 *             hold = LOST; hand the P off
 *
 * the JDK wants an M to run on (dedicated mode; its carrier's work, see the package carrier), and it is not mounted, or no more
 *             NONE: it waits for a grant: brought if there is one; it was interrupted, and the goroutine's wait allows that: the wait is
 *               ended; else left
 *             RUNTIME: it was unmounted with its P, while a class was loaded, say: back to the P's carrier
 *             LOST: an idle P, or the end of the global queue; it is brought when it gets a P
 *             USER, TAKING: who takes the P looks again
 *
 * hand off    work in its queue or the global one: an M for it
 *             else no other P is idle and nobody spins, or a spinner is wanted: an M that looks for work
 *             else idle
 * }</pre>
 *
 * <h2>The protocol: the watchdog</h2>
 *
 * <pre>{@code
 * loop: fire due timers of all Ps; while none is idle only those that are late by a millisecond
 *       all Ps idle: look for a deadlock; sleep until the next timer, or until a P is taken up
 *       else for each P that is held:
 *            it comes late itself: slices begin anew, but each only once: perhaps nobody has had time for a call
 *            carriers shared, and a time slice since it was said last: the JDK's pool is due
 *            its slice is older than the time slice: say that it is over
 *            its M stands still, and the slice is over and others wait in its queue or the global one, or the pool is due: summon it
 *            its M stands still in user code, blocked in the JDK at two looks: take the P, hand it off
 *            it was summoned before, and the slice is over and others wait: the same
 *            some M has waited for 10 ms to get onto the P's carrier, as another holds on to that: a new carrier
 *            its M was given it and has slept through that at two looks: wake it again (JDK-8346175, JDK-8321270, JDK-8369227)
 *            it stands still, carriers shared: every 10 ms have the JDK's pool look for work (needed on Java 21)
 *            nap: 20 us, after 50 naps without anything to do growing to 10 ms or the time slice, or to 1 ms while a slice is over
 *       many goroutines wait for each other: now and then try for 3 ms whether gathering them on one P is faster than not; see Gathering
 * a P that is to be taken in dedicated mode gets a new carrier first: the old one belongs to the goroutine that is stuck on it
 *      (a thread that has served such an old one serves a new one, or ends after a second)
 * }</pre>
 *
 * <h2>The protocol: calls that are said to block, and fewer or more Ps</h2>
 *
 * <pre>{@code
 * blocking    a carrier for the P is made (dedicated mode); enter; OUTSIDE, counted; the P gets that carrier
 *             hand off; hold = LOST; the call; enter, leave: an idle P, or the end of the global queue
 *
 * fewer Ps    under the lock, each that is one too many: idle: away with it; else it GOES, its slice is over
 *             wait until none goes; a second at most
 * it GOES     whoever has it in hands: find, before it looks for work; hand off; the carrier and the watchdog take it
 *             as any other, the watchdog after 10 ms from who runs on without a call
 * away        under the lock: its queue to the head of the global queue, next first; its timers to the P of who wanted
 *             fewer, or to P0; GONE; what comes to its carrier goes to that of P0. Then wakeSpinner
 * more Ps     carriers; under the lock: who GOES stays, who is GONE or new is idle; wakeSpinner
 * processors  the watchdog, each second in which anything runs: are there more or fewer? as above, but it waits for nobody
 * }</pre>
 *
 * <h2>The protocol: the end of a run</h2>
 *
 * <pre>{@code
 * main returns | a goroutine fails | deadlock | close()      -> closing
 * the watchdog, every millisecond, until no goroutine is left:
 *   WAITING, or LINGERING: claim the wait, no cause, ready: it unwinds by Goexit
 *   OUTSIDE: interrupt its thread, once; its next call unwinds it, too, and does not tell it of that
 *   RUNNING: its next call into the runtime unwinds it
 *   not started: it is taken up and ended without being run
 * then: idle Ms end, carriers end, the watchdog ends
 * }</pre>
 *
 * <h2>The spawn policies</h2>
 *
 * <p>What is above is the policy {@code child}. Under {@code continuation} ({@code Continuations}) the child runs at
 * once:
 *
 * <pre>{@code
 * go          enter; a new G, RUNNABLE; who is in next: to the tail of the ring
 *             the slice is over: the child to the tail of the ring, wakeSpinner; leave, which yields
 *             the caller RUNNABLE, to the tail of the ring; wakeSpinner; run(P, child), the P is no longer this M's
 *             wait for a grant; leave
 *
 * find        due timers; the slice is over: who is in next goes to the global queue
 *             tick divisible by 61, or 61 youngest since: one from the global queue
 *             next                                      in the same slice
 *             the ring's youngest                       in the same slice
 *               but its oldest, in a slice of its own, if the caller yields or the slice was over (every other time one from the global queue)
 *             a share of the global queue; steal (one, the oldest); and so on as above
 * }</pre>
 *
 * <ul>
 *   <li><b>D12. {@code next} and ring are one stack</b>, {@code next} on top: whoever is readied or started is younger
 *       than all in it. So {@code go} empties {@code next} into the ring before it queues the caller.
 *   <li><b>D13. The caller waits like one that yields</b> (D4): its M is parked, the goroutine RUNNABLE in one queue,
 *       and may be granted a P, by a thief say, before its M has let go of its own (D6).
 *   <li><b>D14. A tree of calls has one slice.</b> What the owner takes from the young end goes on in the slice of the
 *       one that ended or waits, so that on one P the order is that of calls. Nobody starves below: when the slice is
 *       over, the one that runs goes to the global queue, also at a {@code go}, and the oldest is next, behind the one
 *       in {@code next}, if there is one.
 * </ul>
 *
 * <p>A level that has started a child holds an M. What overflows the ring, 128 at a time, goes to the global queue and
 * comes back oldest first: beyond 256 levels the order of calls is not kept.
 *
 * <h2>Deterministic runs</h2>
 *
 * <p>{@code Directed} stands in for the search for work: one P, no watchdog, a clock that jumps to the next timer when
 * nobody can run, and a director that is asked for every choice. At each {@code Checkpoint}, which is where a goroutine
 * calls the runtime, another may be let run first; and if timers have been due for 200 calls, they fire there. Queues,
 * hand-overs, channels and selects are the ones described here.
 *
 * <p>A bubble is such a run whose channels and timers are its own. A {@code Checkpoint} fails for whoever uses one of
 * these and is not of the bubble, and a goroutine of the bubble that waits on other channels waits for somebody
 * outside. While there is such a goroutine, and nobody can run, the P is put down, as in any runtime, and is given to a
 * goroutine that somebody outside readies. The director hears of that when the goroutine has the P, not on the other's
 * thread.
 *
 * <h2>Deadlocks</h2>
 *
 * <p><b>A deadlock</b> is declared if all of this holds at a look, with no P of the runtime taken up since the look
 * before:
 *
 * <ul>
 *   <li>{@code run} waits for a main goroutine;
 *   <li>all Ps are idle and all queues empty, no goroutine is outside, and no P of this runtime has a timer; every
 *       other runtime of the JVM stands still likewise, and of those that do the ones made later have been told: who
 *       waited for them goes on;
 *   <li>nobody in the JVM waits for the network, and no hook of ours is set that the JVM starts as it shuts down;
 *   <li>no thread lives that waits in a channel operation, has waited in one, has set or stopped a timer, or has woken
 *       a goroutine;
 *   <li>no platform thread lives that was not there, as a daemon, when the runtime was made, or that is not idle now;
 *   <li>the JVM's thread dump names no virtual thread of others. Where that dump is of no use, because the JVM keeps no
 *       track of them, say, or is not asked for because the runtime has more than 10,000 Ms, the JVM's count of
 *       {@code VirtualThread} objects, for which it collects garbage, must be that of the Ms; or, with dedicated
 *       carriers, or without the module that counts, no virtual thread may live that a goroutine has made.
 * </ul>
 *
 * <p>Some of these threads do not count (the package {@code jvm} tells which is which): those of the JDK's pools that
 * have waited for work for a second, those that wait for a run, those that watch over a test's time, the JVM's and
 * ours. Only a garbage collection tells that a thread which never used a channel has ended: one is asked for, three
 * times at most, before the alarm. The check cannot see, and so takes for nobody: a daemon platform thread that was
 * there before, has not used a channel, and waits for a socket or for the time of a task; and virtual threads that no
 * goroutine made, where that dump is of no use, with dedicated carriers or without the module that counts.
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>{@code go}, {@code ready}: when the goroutine is in {@code next} or in the global queue, or is granted the idle
 *       P.
 *   <li>Passing a P: the store of {@code granted}; for a thread that comes back from the JDK in dedicated mode, of
 *       {@code hold}.
 *   <li>Entering, taking: the compare-and-set of {@code hold}.
 *   <li>Idle lists and global queue: under the scheduler's lock.
 *   <li>Closing: the store of {@code phase}.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                 written by                 read by           mode              partner
 * Parking.status        see D9                     all               release/acquire;  what was done before the change
 *                                                                    CAS
 * Parking.machine       its M, at start and end    who runs it       release           itself; the queue that the goroutine is in
 * Parking               the goroutine              who interrupts    volatile          .ticket: false again before the next wait is opened; who
 *   .interruptible                                                                     interrupts reads the ticket first
 * Parking.waitReason,   the goroutine; the reason  dumps, a hint     plain             .status
 *   .waitsOn, .limit    also who changes what it
 *                       waits for, locked
 * Parking.waitsSince    who changes its status     dumps, a hint     plain             .status
 * CoarseClock.now       watchdog; who takes a P    who parks         plain             -
 * Goroutine.endListener listeners                  its M; listeners  CAS, full fence   .status: listener and ender, one sees the other
 * Holder.hold           M; taker; giver            all               CAS; volatile;    Rider.request: what the M has stored before it left is seen
 *                                                                    release
 * Grantee.granted       giver; M                   M; JDK's callers  volatile; release  .parks; Rider.request
 * Grantee.parks         M                          giver             volatile          .granted: giver and M, one sees the other
 * Grantee.decided       M; who fails to start it   the same          CAS               itself
 * Holder.g              M                          all               release           .hold, Ending.phase: carried, then in user code, then a look whether the runtime closes
 * Holder.p              M; who has taken; giver    the same          plain             .hold, .granted
 * Grantee.returning     who queues it up; giver    giver; reports    plain             the scheduler's lock, status
 * Grantee.begun         giver                      giver             plain             the queue, or list of idle Ms, that it is taken from
 * Pausing.keepsPlace,   M                          its carrier;      volatile; plain   .naps: .keepsPlace, stored after it
 *   .naps                                          JDK's callers
 * Machine.start, .end   giver; M                   M                 plain             .granted
 * Machine.spinning      giver; M                   M; watchdog, a    plain             .granted
 *                                                  hint
 * Machine.nextIdle      see IdleMachines           the same          plain             the passing of the P, or the scheduler's lock
 * MachineList.lastId    makers of Ms               the same          atomic            -
 * MachineList: list,    its lock                   its lock          plain             its lock
 *   hidden Ms
 * Processor.tick,       who holds the P            all, a hint       plain             the passing of the P
 *   .tickTakenUp, and
 *   other counters
 * Processor.handOvers   who holds the P            all, a hint       plain; opaque     the passing of the P
 * Processor.started,    who holds the P            all               release           .created, read after them; Holder.g, listed after .started
 *   .ended
 * Lingering.wanted,     who holds the P; who       thieves, a hint   plain             -
 *   .successes, .skip   lingers and has lost it
 * Lingering.asked,      thieves; .patient also     who waits on the  plain             -
 *   .patient            who waits on the P         P, a hint
 * Lingering.turns       who holds the P; who       watchdog, a hint  plain             -
 *                       lingers and has lost it
 * Gathering.on, .tried  watchdog                   all, a hint       volatile          -
 * Dispatch.napper       who naps                   who puts globally volatile          GlobalQueue: one sees the other, or waits for a nap
 * Processor.sliceOver   watchdog; holder; who      holder            volatile          .stay
 *                       wants fewer Ps, locked
 * Processor.poolIsDue   watchdog; holder           holder            volatile          itself
 * Processor.holder      giver; watchdog            all               volatile; release  Summoned.summons; a grant stores .granted after it, or its giver leaves its carrier
 * Processor.carrier     locked                     all               volatile          itself
 * Processor.inPlace     makers of carriers         the same          plain             itself: any that is made is as good
 * Processor.stay        locked                     all               volatile          .sliceOver
 * Processor.heir,       locked                     locked            plain             the scheduler's lock
 *   .couldNotEndAt,
 *   .nextIdle
 * Processor.seenHolder  watchdog; who forgets it   watchdog          plain             -
 * Scheduler.processors  locked                     all               volatile          itself; replaced as a whole
 * Scheduler.machines    tests, once                all               volatile          itself: replaced before there is any M
 * Procs.wanted, .known, locked                     all               volatile          itself
 *   .carriersLeft
 * Procs.follows         who changes, its lock      watchdog          volatile          the lock of the changes: looked at again under it
 * Processor.machines    who holds the P            reports: size     plain             the passing of the P, the scheduler's lock
 * Processor.idle        locked                     thieves           volatile          itself
 * Idle.processors       locked                     all               volatile          Spinners.count, the queues (D7); Watchdog.asleep
 * Spinners.count        all                        all               atomic            the queues (D7)
 * Spinners.wanted       locked                     all               volatile          Idle.processors, the queues (D7)
 * Outside.count         takers; comers             watchdog          atomic            -
 * Watchdog.wakesAt      watchdog                   adders of timers  volatile          TimerHeap.earliest
 * Watchdog.lenient      watchdog; who gets idle    who gets idle     volatile          Idle.processors
 * Watchdog.fires        watchdog                   who looks for     volatile          TimerHeap.count, read before
 *                                                  standstills
 * Watchdog.asleep       watchdog; takers of idle   takers of idle Ps volatile          Idle.processors
 * OwedMachines.owes     who lacks memory; watchdog watchdog          volatile          Idle.processors: who sees that all are idle sees this
 * OwedMachines          who lacks memory; makers   who hands a P on, volatile          -
 *   .refusedAt          of Ms                      a hint
 * Goroutine.particulars the goroutine, recording   all               CAS, volatile     itself
 * Particulars.forgone,  the goroutine              the goroutine     plain             -
 *   .forgoes, .attended
 * Goroutine             who readies it             the goroutine     plain             .status, the passing of the P
 *   .wokenFromOutside
 * Goroutine             watchdog                   its M             volatile          the interrupt, which comes after it
 *   .interruptedToClose
 * Current.anyWithout    Ms of shared carriers, as  deadlock check    plain             the passing of the P, and the scheduler's lock as it gets idle
 *                       they begin
 * Attended.outsideToo   who calls, and is no       the same          plain             -
 *                       goroutine
 * ForeignThread.thread  itself, once               who readies it;   volatile          the lock of what it waits for
 *                                                  deadlock check
 * ForeignThread         itself, before it waits;   itself            volatile          the lock of what it waits for
 *   .released           who readies it
 * Particulars.stamp     who may change its status  the same          plain             Parking.status, the passing of the P
 * Processor.youngest    who holds the P            the same          plain             the passing of the P
 * Scheduler.recording   who starts and stops it    all               plain             the passing of goroutines and Ps
 * Listening.last,       its monitor                all               volatile          itself
 *   .recording
 * Ending.phase          closers                    all               volatile          itself
 * Ending.runner         its monitor, once          all               volatile          .phase, under the same monitor: who closes sees who is to be woken
 * MainRun.main,         main's goroutine; who      all               volatile          .main: the others are asked for after it
 *   .caller,            calls run
 *   .behindCaller
 * MainRun.mainReturned, main's M                   who calls run;    volatile          Ending.phase
 *   .mainExited                                    watchdog
 * Ending.interruptedOne watchdog                   Ms                volatile          the interrupt, which comes after it
 * Ending.closer,        who closes and waits       watchdog; who     volatile          .phase; who waits looks again each ms
 *   .gaveUp                                        closes
 * Ending.awaited        its monitor                who closes        volatile          itself; replaced as a whole
 * Ending.afterwards     its monitor; once closed   the same          plain             .phase
 *                       the watchdog
 * Outcome.failure,      its monitor                who calls run     volatile          Ending.phase
 *   .bareFailure
 * Uncaught.handler      users                      Ms                volatile          itself
 * NetPoller.installed   who first waits for the    all               volatile          itself
 *                       network
 * SchedTrace.out        tests                      who prints        volatile          itself
 * SchedTrace.printing   watchdog; who prints       watchdog          volatile          itself: one line at a time
 * Unreachable.trusted   who looks for leaks        the same          volatile          itself: once it is set it stays
 * Witness.witness       tests, timelines           who makes and     volatile          itself
 *                                                  closes a runtime
 * Strides.KNOWN         who needs them first       all               release/acquire   itself: any that are made are as good
 * Schedulers.byDefault  its monitor                all               volatile          itself
 * FuncTimer, Aside, ForeignThreads: their fields are under locks of their own, those of Turns, Listening and Schedulers.ALL under monitors
 * Checkpoint.armed      closers; watchdog; M       all operations    atomic            .phase; Summoned.summons
 * Checkpoint            makers and closers of      who finds it      atomic            -
 *   .deterministic      deterministic runs         armed
 * Summoned.summons      watchdog; M                M                 CAS, volatile     Processor.holder
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>No g0 (P1): an M searches for work on the stack of the goroutine that waits.
 *   <li>The P changes Ms at a park, where in Go the M stays with its P and changes goroutines.
 *   <li>No preemption (P43): a loop without calls into the runtime cannot be interrupted. Its P is taken and given to
 *       others; it runs on beside them, and queues up when it next calls in. Any call will do, even one that need not
 *       wait: {@code Summoned}.
 *   <li>A goroutine may keep its P for a moment while it waits ({@code Lingering}); Go parks at once, and its switch
 *       costs less than ours.
 *   <li>A thief may leave together (P33) goroutines of a P that take turns there all the time, once it has seen that
 *       they are no faster on two Ps ({@code CloseGroup}). Go's thieves mostly find nothing there, since they sleep
 *       before they take a {@code next}.
 *   <li>Whether goroutines that wait for each other stay on one P or have one each is found out by trying, and is not a
 *       rule ({@code Gathering}). Go's mostly stay.
 *   <li>A foreign thread that wakes a goroutine gives it an idle P directly. In Go a goroutine that is made ready from
 *       outside goes to the global queue, and for each of them an M that looks there is woken, as long as there are
 *       idle Ps (P60).
 *   <li>A blocking call needs no announcement. Dedicated carriers see it at once; otherwise the watchdog sees it
 *       (P51-P53). It may be announced (P52): {@code Blocking}.
 *   <li>Coming back from one, a goroutine takes any idle P (P55: Go prefers its old one).
 *   <li>A function whose time has come when its timer is set is started by whoever sets it. Go does so in bubbles only
 *       (B8).
 *   <li>The network belongs to the package {@code runtime.net}: an M looks there without waiting (P25), but no M waits
 *       there (P31). Timers are fired by Ps that search for work and, when they are idle or busy, by the watchdog
 *       (P59).
 *   <li>The number of Ps changes without stopping the world (P69): {@code Procs}. There may be several runtimes.
 *   <li>{@code LockOSThread} (P73) is not needed: each goroutine has its own {@code Thread}.
 *   <li>Idle Ms beyond 16 of each P, and 64 that no P has, end (P5: never).
 *   <li>When main returns the others are not cut off (P46, P47): they unwind through their {@code finally} blocks.
 *   <li>Deadlock detection has to reckon with threads that are not goroutines (P77 has none).
 *   <li>Dumps say for how long a goroutine has waited since it parked (P85: since a collection saw it), by a clock that
 *       the watchdog sets.
 *   <li>The end of the stack is an error that can be caught: it comes before an operation, never within
 *       ({@code StackRoom}).
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Goroutines as continuations that any M may mount: they would change their {@code Thread}, which compiled code
 *       takes for constant. A lock could take another goroutine's identity.
 *   <li>Unparking a goroutine's thread when it becomes ready: then the JDK's pool schedules, and Ps mean nothing.
 *   <li>A P per thread of the JDK's pool: there is no telling on which of them a virtual thread will run.
 *   <li>Spinning a while before each park, whoever else runs: an M that waits for its own goroutine to be readied burns
 *       the processor that the one that would ready it needs. {@code Lingering} does so where another P runs, and while
 *       it is worth it.
 *   <li>A thread for timers: one more switch for each. The watchdog is there anyway, and mostly a P is earlier.
 *   <li>Letting a P wait for a goroutine that is blocked in the JDK: with one P, everything would stand still.
 * </ul>
 *
 * <h2>Reading order</h2>
 *
 * <p>{@code Goroutine}, {@code Particulars}, {@code Parking}, {@code GoroutineStatus}, {@code Processor},
 * {@code Machine}; {@code WorkSearch}, {@code Stealing}, {@code Dispatch}, {@code Lingering}, {@code Met},
 * {@code CloseGroup}, {@code Gathering}, {@code Idle}, {@code IdleMachines}, {@code Spinners}, {@code Strides},
 * {@code GlobalQueue}; {@code Procs}; {@code Scheduler}, {@code Creation}; {@code Holder}, {@code Grantee},
 * {@code Pausing}, {@code Summoned}, {@code Outside}, {@code Blocking}, {@code SpareCarriers}; {@code Watchdog},
 * {@code Retaking}, {@code HogReport}, {@code Timers}, {@code WakeTimer}, {@code Alarm}, {@code OwnedTimer},
 * {@code FuncTimer}; {@code OwedMachines}; {@code MainRun}, {@code RunWaiter}, {@code Outcome}, {@code Ending},
 * {@code Task}, {@code Attended}, {@code Aside}, {@code Checkpoint}, {@code Interrupts}, {@code Goexit},
 * {@code Forgone}, {@code DeadlockCheck}, {@code Census}; {@code Current}, {@code ForeignThread},
 * {@code ForeignThreads}; {@code Directed}, {@code DirectedTimers}, {@code DirectedRun}, {@code Home}; {@code Dump},
 * {@code Leaks}, {@code Unreachable}, {@code Probe}, {@code SpawnSite}, {@code CoarseClock}, {@code Snapshot},
 * {@code SchedTrace}, {@code Uncaught}, {@code CutOff}, {@code GivingWay}, {@code MachineList}, {@code Listed},
 * {@code Schedulers}, {@code Soundness}, {@code ThreadReset}, {@code Sneaky}; {@code SchedulerView}, {@code Recording},
 * {@code Listening}, {@code Observers}, {@code Witness}; {@code NetPoller}; {@code Continuations}, {@code Search},
 * {@code Turns}.
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code src/runtime/proc.go} and {@code runtime2.go}. Blumofe and Leiserson, <i>Scheduling Multithreaded
 * Computations by Work Stealing</i> (1999); Vyukov, <i>Scalable Go Scheduler Design Doc</i> (2012).
 */
@NullMarked
package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.NullMarked;
