package dev.runnel.conformance.fault;

/** A place where a fault may strike. */
@FunctionalInterface
interface Placed {

    Outcome strike(Fault fault, World world) throws Exception;

    static Row row(Fault fault, String where, Outcome outcome, Placed place) {
        return new Row(fault.text, where, outcome, Row.ONE_AND_FOUR, world -> place.strike(fault, world));
    }
}
