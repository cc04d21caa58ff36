package main

func pingpong(r *round) {
	ping, pong := make(chan int, r.cap), make(chan int, r.cap)
	go func() {
		for i := int64(0); i < r.n; i++ {
			pong <- <-ping
		}
	}()
	sum := int64(0)
	for i := int64(0); i < r.n; i++ {
		ping <- value(i)
		sum += int64(<-pong)
	}
	r.check("sum", valuesSum(r.n), sum)
	r.ops = r.n
}
