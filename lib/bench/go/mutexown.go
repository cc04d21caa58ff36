package main

import "sync"

func mutexOwn(r *round) {
	r.check("counted", int64(r.procs)*r.n, onEach(r.procs, func() int64 {
		var own struct {
			_     [128]byte
			mutex sync.Mutex
			_     [128]byte
		}
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			own.mutex.Lock()
			count++
			own.mutex.Unlock()
		}
		return count
	}))
	r.ops = int64(r.procs) * r.n
}
