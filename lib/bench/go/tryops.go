package main

func tryOps(r *round) {
	c := make(chan int, 1)
	wrong := int64(0)
	for i := int64(0); i < r.n; i++ {
		v := value(i)
		if !trySend(c, v) || trySend(c, v) {
			wrong++
		}
		if got, ok := tryRecv(c); !ok || got != v {
			wrong++
		}
		if _, ok := tryRecv(c); ok {
			wrong++
		}
	}
	r.check("wrong", 0, wrong)
	r.ops = 4 * r.n
}

func trySend(c chan int, v int) bool {
	select {
	case c <- v:
		return true
	default:
		return false
	}
}

func tryRecv(c chan int) (int, bool) {
	select {
	case v := <-c:
		return v, true
	default:
		return 0, false
	}
}
