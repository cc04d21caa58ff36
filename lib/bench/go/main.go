// Command bench is Go's side of the benchmarks: it reads rounds, a line each (workload, size, capacity, n), and answers
// each with a line of JSON. Each workload has its twin in Java, with the same goroutines, channels and values.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

var workloads = map[string]func(*round){
	"pingpong":         pingpong,
	"rendezvous":       rendezvous,
	"spsc":             rendezvous,
	"prodcons":         prodcons,
	"seq":              seq,
	"mpsc":             mpsc,
	"mpmc":             mpmc,
	"select_rx":        selectRx,
	"select_both":      selectBoth,
	"select_timeout":   selectTimeout,
	"select_quit":      selectQuit,
	"popular":          popular,
	"chain":            chain,
	"ring":             ring,
	"parallel":         parallel,
	"try":              tryOps,
	"uncontended":      uncontended,
	"creation":         creation,
	"spawn":            spawn,
	"spawn_nested":     spawnNested,
	"spawn_rendezvous": spawnRendezvous,
	"fib":              fibonacci,
	"skynet":           skynet,
	"sieve":            sieve,
	"matmult":          matmult,
	"timed_recv":       timedRecv,
	"sleepers":         sleepers,
	"wakeup":           wakeup,
	"blocked":          blocked,
	"released":         released,
	"mutex_own":        mutexOwn,
	"mutex":            mutexLoop(0, 0),
	"mutex_work":       mutexLoop(0, workSteps),
	"mutex_held":       mutexLoop(workSteps, 0),
	"rwmutex_own":      rwmutexOwn,
	"rwmutex":          rwmutexLoop(0),
	"rwmutex_work":     rwmutexLoop(workSteps),
	"waitgroup_own":    waitgroupOwn,
	"waitgroup":        waitgroupWait,
	"once":             onceLoop,
	"cond_broadcast":   condBroadcast,
	"cond_signal":      condSignal,
	"semaphore_own":    semaphoreOwn,
	"semaphore":        semaphoreLoop,
	"ctx_tree":         ctxTree,
	"ctx_children":     ctxChildren,
	"ctx_err":          ctxErr,
	"ctx_done":         ctxDone,
	"ctx_timeout":      ctxTimeout,
	"ctx_recv":         ctxRecv,
	"ctx_select":       ctxSelect,
	"ticker":           tickerLoop,
	"timer_reset":      timerReset,
	"timer_startstop":  timerStartStop,
}

func main() {
	lastCPU := cpu()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var name string
		r := round{procs: runtime.GOMAXPROCS(0), nanos: -1, bytes: -1}
		if _, err := fmt.Sscan(lines.Text(), &name, &r.size, &r.cap, &r.n); err != nil {
			panic(err)
		}
		run, known := workloads[name]
		if !known {
			fmt.Println(`{"unsupported":true}`)
			continue
		}
		idle := cpu() - lastCPU
		bytes, used, start := allocated(), cpu(), time.Now()
		run(&r)
		wall := time.Since(start).Nanoseconds()
		lastCPU = cpu()
		used, bytes = lastCPU-used, allocated()-bytes
		if r.nanos < 0 {
			r.nanos = wall
		}
		if r.bytes < 0 {
			r.bytes = bytes
		}
		var out strings.Builder
		fmt.Fprintf(&out, `{"ops":%d,"ns":%d,"wallNs":%d,"cpuNs":%d,"bytes":%d,"idleCpuNs":%d}`,
			r.ops, r.nanos, wall, used, r.bytes, idle)
		fmt.Println(out.String())
	}
}

// cpu is the CPU time of the process.
func cpu() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// allocated is the sum of all allocations so far; stacks are not among them.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}
