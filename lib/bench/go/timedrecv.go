package main

import "time"

func timedRecv(r *round) {
	c := make(chan int, r.cap)
	go feed(c, r.n)
	sum := int64(0)
	for i := int64(0); i < r.n; i++ {
		select {
		case v := <-c:
			sum += int64(v)
		case <-time.After(time.Hour):
			panic("an hour is over")
		}
	}
	r.check("sum", valuesSum(r.n), sum)
	r.ops = r.n
}
