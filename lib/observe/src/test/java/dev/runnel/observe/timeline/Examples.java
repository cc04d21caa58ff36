package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;

/** Traces that are short enough to know by heart. */
final class Examples {

    /**
     * Main makes a second goroutine, which P1 runs and which wakes main; then main blocks in the JDK and comes back on
     * P1.
     */
    static final String TWO = """
            {"version":1,"procs":2,"carriers":"shared","clock":"nanos","complete":true,"end":61000,
             "reasons":["running","chan receive","chan send","select","sleep"],
             "goroutines":[{"id":1,"name":"main","createdBy":0},{"id":2,"name":null,"createdBy":1}],
             "events":[
              [1000,"created",-1,1,0,0],
              [1200,"woken",0,0,0,0],
              [1900,"started",0,1,0,0],
              [2500,"created",0,2,1,0],
              [2600,"woken",1,0,0,0],
              [2900,"stolen",1,2,0,1],
              [3000,"parked",0,1,1,17],
              [3500,"started",1,2,0,0],
              [4000,"idle",0,0,0,0],
              [4200,"readied",1,1,2,0],
              [4300,"parked",1,2,4,0],
              [4400,"running",1,1,0,0],
              [5000,"out",1,1,0,0],
              [5100,"idle",1,0,0,0],
              [60000,"woken",1,0,0,0],
              [60001,"back",1,1,0,0],
              [60900,"ended",1,1,0,0],
              [60950,"idle",1,0,0,0]],
             "lost":0}
            """;

    /** What is left of a longer one: main is on P0, 5 waits to be woken, 9 is outside, of 12 there is no event. */
    static final String REST = """
            {"version":1,"procs":2,"carriers":"dedicated","clock":"nanos","complete":false,"end":9000,
             "reasons":["running","chan receive"],
             "goroutines":[{"id":1,"name":"main","createdBy":0},{"id":5,"name":"<b>&\\"x\\"</script>","createdBy":1},
                           {"id":9,"name":null,"createdBy":-1},{"id":12,"name":null,"createdBy":3}],
             "events":[
              [5000,"readied",0,5,1,0],
              [6000,"running",1,5,0,0],
              [7000,"parked",0,1,1,-3],
              [8000,"back",0,9,0,0]],
             "lost":77}
            """;

    private Examples() {}

    static Trace two() {
        return Trace.parse(TWO);
    }

    static Trace rest() {
        return Trace.parse(REST);
    }
}
