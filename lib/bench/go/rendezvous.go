package main

func rendezvous(r *round) {
	c := make(chan int, r.cap)
	go feed(c, r.n)
	r.check("sum", valuesSum(r.n), drain(c, r.n))
	r.ops = r.n
}
