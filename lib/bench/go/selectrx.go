package main

func selectRx(r *round) {
	all := channels(r.size, r.cap)
	share := r.n/int64(r.size) + 1
	for _, c := range all {
		go feed(c, share)
	}
	n := int64(r.size) * share
	sum := int64(0)
	switch r.size {
	case 2:
		for i := int64(0); i < n; i++ {
			select {
			case v := <-all[0]:
				sum += int64(v)
			case v := <-all[1]:
				sum += int64(v)
			}
		}
	case 4:
		for i := int64(0); i < n; i++ {
			sum += int64(recvAny(all))
		}
	default:
		panic("size is 2 or 4")
	}
	r.check("sum", int64(r.size)*valuesSum(share), sum)
	r.ops = n
}

// recvAny receives from one of four.
func recvAny(all []chan int) int {
	select {
	case v := <-all[0]:
		return v
	case v := <-all[1]:
		return v
	case v := <-all[2]:
		return v
	case v := <-all[3]:
		return v
	}
}

// sendAny sends on one of four.
func sendAny(all []chan int, v int) {
	select {
	case all[0] <- v:
	case all[1] <- v:
	case all[2] <- v:
	case all[3] <- v:
	}
}
