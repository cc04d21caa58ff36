package dev.runnel.sample.http;

/** A request that cannot be understood, or asks for too much. The connection ends with the answer. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1;

    private final Status status;
    private final String reason;

    Refusal(Status status, String reason) {
        super(reason, null, false, false);
        this.status = status;
        this.reason = reason;
    }

    static Refusal bad(String reason) {
        return new Refusal(Status.BAD_REQUEST, reason);
    }

    Response response() {
        return Response.text(status, reason);
    }

    Status status() {
        return status;
    }
}
