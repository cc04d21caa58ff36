package main

const parties = 4

func mpsc(r *round) {
	c := make(chan int, r.cap)
	share := r.n/parties + 1
	for t := 0; t < parties; t++ {
		go feed(c, share)
	}
	r.check("sum", parties*valuesSum(share), drain(c, parties*share))
	r.ops = parties * share
}
