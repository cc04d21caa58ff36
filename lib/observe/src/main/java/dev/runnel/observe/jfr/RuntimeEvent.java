package dev.runnel.observe.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** What all events have. */
@Category("Runnel")
@Enabled(false)
@StackTrace(false)
abstract class RuntimeEvent extends Event {

    @Label("Runtime")
    @Description("default, or runtime- and a number")
    String runtime = "";
}
