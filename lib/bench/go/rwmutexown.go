package main

import "sync"

func rwmutexOwn(r *round) {
	r.check("counted", int64(r.procs)*r.n, onEach(r.procs, func() int64 {
		var own struct {
			_    [128]byte
			lock sync.RWMutex
			_    [128]byte
		}
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			own.lock.RLock()
			own.lock.RLock()
			own.lock.RUnlock()
			own.lock.RUnlock()
			own.lock.Lock()
			count++
			own.lock.Unlock()
		}
		return count
	}))
	r.ops = int64(r.procs) * r.n
}
