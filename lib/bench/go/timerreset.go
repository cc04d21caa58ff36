package main

import (
	"sync/atomic"
	"time"
)

func timerReset(r *round) {
	var wentOff atomic.Int64
	body := func() { wentOff.Add(1) }
	stopped := onEach(r.procs, func() int64 {
		timer := time.AfterFunc(time.Hour, body)
		for i := int64(0); i < r.n; i++ {
			timer.Reset(time.Hour)
		}
		if timer.Stop() {
			return 1
		}
		return 0
	})
	r.check("stopped", int64(r.procs), stopped)
	r.check("went off", 0, wentOff.Load())
	r.ops = int64(r.procs) * r.n
}
