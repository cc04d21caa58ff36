package main

import (
	"sync/atomic"
	"time"
)

const longest = 10

func tickerLoop(r *round) {
	var number, tooEarly atomic.Int64
	r.ops = onEach(r.size, func() int64 {
		millis := 1 + (number.Add(1)-1)%longest
		period := time.Duration(millis) * time.Millisecond
		wanted := max(1, r.n*longest/millis)
		start := time.Now()
		ticker := time.NewTicker(period)
		for k := int64(1); k <= wanted; k++ {
			<-ticker.C
			if time.Since(start) < time.Duration(k)*period {
				tooEarly.Add(1)
			}
		}
		ticker.Stop()
		return wanted
	})
	r.check("too early", 0, tooEarly.Load())
}
