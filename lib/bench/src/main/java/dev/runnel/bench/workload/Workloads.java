package dev.runnel.bench.workload;

import dev.runnel.bench.kit.Kit;

/** The workloads by name. */
public final class Workloads {

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
            case "switch" -> new Switch<>(kit);
            default -> throw new IllegalArgumentException("no workload " + name);
        };
    }
}
