package main

import (
	"sync/atomic"
	"time"
)

func timerStartStop(r *round) {
	var wentOff atomic.Int64
	body := func() { wentOff.Add(1) }
	stopped := onEach(r.procs, func() int64 {
		var started []*time.Timer
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			started = started[:0]
			for k := 0; k < r.size; k++ {
				started = append(started, time.AfterFunc(time.Hour, body))
			}
			for _, timer := range started {
				if timer.Stop() {
					count++
				}
			}
		}
		return count
	})
	r.ops = int64(r.procs) * r.n * int64(r.size)
	r.check("stopped", r.ops, stopped)
	r.check("went off", 0, wentOff.Load())
}
