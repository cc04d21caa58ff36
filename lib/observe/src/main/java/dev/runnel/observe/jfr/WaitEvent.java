package dev.runnel.observe.jfr;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A goroutine waited, on its own thread and for this event's duration: until it ran again, that is. */
@Name("runnel.GoWait")
@Label("Goroutine Waited")
@Category({"Runnel", "Scheduler"})
@Threshold("0 ms")
final class WaitEvent extends RuntimeEvent {

    @Label("Goroutine")
    long g;

    @Label("Reason")
    String reason = "";

    @Label("On")
    long on;
}
