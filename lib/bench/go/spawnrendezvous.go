package main

func spawnRendezvous(r *round) {
	c := make(chan int)
	sum := int64(0)
	for i := int64(0); i < r.n; i++ {
		v := value(i)
		go func() { c <- v }()
		sum += int64(<-c)
	}
	r.check("sum", valuesSum(r.n), sum)
	r.ops = r.n
}
