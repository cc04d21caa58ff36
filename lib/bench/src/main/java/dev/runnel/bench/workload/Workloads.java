package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;

/** The workloads by name. */
public final class Workloads {

    private static final int WORK = 100;
    private static final int WEIGHTS = 4;

    private Workloads() {}

    /** The workload with this name, for this contender. */
    public static <C> Workload<C> named(String name, Kit<C> kit) {
        return switch (name) {
            case "pingpong" -> new PingPong<>(kit);
            case "rendezvous", "spsc" -> new Rendezvous<>(kit);
            case "prodcons" -> new ProdCons<>(kit);
            case "seq" -> new Seq<>(kit);
            case "mpsc" -> new Mpsc<>(kit);
            case "mpmc" -> new Mpmc<>(kit);
            case "select_rx" -> new SelectRx<>(kit);
            case "select_both" -> new SelectBoth<>(kit);
            case "select_timeout" -> new SelectTimeout<>(kit);
            case "select_quit" -> new SelectQuit<>(kit);
            case "popular" -> new Popular<>(kit);
            case "chain" -> new Chain<>(kit);
            case "ring" -> new Ring<>(kit);
            case "parallel" -> new Parallel<>(kit);
            case "try" -> new TryOps<>(kit);
            case "uncontended" -> new Uncontended<>(kit);
            case "creation" -> new Creation<>(kit);
            case "spawn" -> new Spawn<>(kit);
            case "spawn_nested" -> new SpawnNested<>(kit);
            case "spawn_rendezvous" -> new SpawnRendezvous<>(kit);
            case "fib" -> new Fib<>(kit);
            case "skynet" -> new Skynet<>(kit);
            case "sieve" -> new Sieve<>(kit);
            case "matmult" -> new Matmult<>(kit);
            case "timed_recv" -> new TimedRecv<>(kit);
            case "sleepers" -> new Sleepers<>(kit);
            case "wakeup" -> new Wakeup<>(kit);
            case "blocked" -> new Blocked<>(kit);
            case "released" -> new Released<>(kit);
            case "mutex_own" -> new MutexOwn<>(kit);
            case "mutex" -> new MutexLoop<>(kit, 0, 0);
            case "mutex_work" -> new MutexLoop<>(kit, 0, WORK);
            case "mutex_held" -> new MutexLoop<>(kit, WORK, 0);
            case "rwmutex_own" -> new RwMutexOwn<>(kit);
            case "rwmutex" -> new RwMutexLoop<>(kit, 0);
            case "rwmutex_work" -> new RwMutexLoop<>(kit, WORK);
            case "waitgroup_own" -> new WaitGroupOwn<>(kit);
            case "waitgroup" -> new WaitGroupWait<>(kit);
            case "once" -> new OnceLoop<>(kit);
            case "cond_broadcast" -> new CondBroadcast<>(kit);
            case "cond_signal" -> new CondSignal<>(kit);
            case "semaphore_own" -> new SemaphoreOwn<>(kit);
            case "semaphore" -> new SemaphoreLoop<>(kit, 1);
            case "semaphore_weights" -> new SemaphoreLoop<>(kit, WEIGHTS);
            case "ctx_tree" -> new CtxTree<>(kit);
            case "ctx_children" -> new CtxChildren<>(kit);
            case "ctx_err" -> new CtxCheck<>(kit, false);
            case "ctx_done" -> new CtxCheck<>(kit, true);
            case "ctx_timeout" -> new CtxTimeout<>(kit);
            case "ctx_recv" -> new CtxRecv<>(kit);
            case "ctx_select" -> new CtxSelect<>(kit);
            case "ticker" -> new TickerLoop<>(kit);
            case "timer_reset" -> new TimerReset<>(kit);
            case "timer_startstop" -> new TimerStartStop<>(kit);
            case "switch" -> new Switch<>(kit);
            default -> throw new IllegalArgumentException("no workload " + name);
        };
    }
}
