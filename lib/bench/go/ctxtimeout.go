package main

import (
	"context"
	"sync"
	"time"
)

const ctxBatch = 10

type limited struct {
	context.Context
	cancel context.CancelFunc
}

func ctxTimeout(r *round) {
	var crowd []limited
	var mutex sync.Mutex
	onEach(r.procs, func() int64 {
		mine := makeLimited(r.size/r.procs, nil)
		mutex.Lock()
		crowd = append(crowd, mine...)
		mutex.Unlock()
		return 0
	})
	start := time.Now()
	ended := onEach(r.procs, func() int64 {
		var some []limited
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			some = makeLimited(ctxBatch, some[:0])
			count += cancelLimited(some)
		}
		return count
	})
	r.nanos = time.Since(start).Nanoseconds()
	r.ops = int64(r.procs) * r.n * ctxBatch
	r.check("ended", r.ops, ended)
	r.check("crowd", int64(r.size/r.procs*r.procs), cancelLimited(crowd))
}

func makeLimited(count int, list []limited) []limited {
	for i := 0; i < count; i++ {
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		list = append(list, limited{ctx, cancel})
	}
	return list
}

func cancelLimited(list []limited) int64 {
	ended := int64(0)
	for _, l := range list {
		l.cancel()
		if l.Err() != nil {
			ended++
		}
	}
	return ended
}
