package main

import "context"

func ctxSelect(r *round) {
	c := make(chan int, r.cap)
	idle := make(chan int)
	ctx, cancel := context.WithCancel(context.Background())
	go feed(c, r.n)
	sum := int64(0)
	for i := int64(0); i < r.n; i++ {
		select {
		case v := <-c:
			sum += int64(v)
		case v := <-idle:
			sum += int64(v)
		case <-ctx.Done():
			panic("nobody cancels here")
		}
	}
	cancel()
	r.check("sum", valuesSum(r.n), sum)
	r.ops = r.n
}
