package dev.runnel.sample.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection, from the first byte to the last. One goroutine or thread calls {@link #run()}; any may call
 * {@link #finish()} and {@link #cutOff()}.
 */
public final class Conversation {

    private static final int MOST_SKIPPED = 256 * 1024;
    private static final Duration MOST_SKIPPING = Duration.ofSeconds(2);
    private static final System.Logger LOG = System.getLogger(Conversation.class.getName());

    private final Wire wire;
    private final Limits limits;
    private final Handler handler;
    private final Tally tally;
    private final Input input;
    private final Output output;
    private final HeadReader heads;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.READING);

    private volatile String request = "";
    private volatile boolean isLast;

    /** With a client at the other end of the wire; {@code handler} answers, and {@code tally} counts. */
    public Conversation(Wire wire, Limits limits, Handler handler, Tally tally) {
        this.wire = wire;
        this.limits = limits;
        this.handler = handler;
        this.tally = tally;
        output = new Output(wire, limits.write());
        input = new Input(wire, output, limits.request());
        heads = new HeadReader(input, limits);
    }

    /** Answers requests, until the client or the server has had enough. */
    public void run() {
        tally.connection();
        try (wire) {
            boolean more = hasRequest();
            while (more) {
                more = answer() && hasRequest();
            }
        } catch (SocketTimeoutException e) {
            tally.late();
        } catch (IOException e) {
            tally.lost();
        } finally {
            phase.set(Phase.ENDED);
        }
    }

    /** Instead of {@link #run()}: tells the client that there is no room. */
    public void turnAway() {
        tally.turnedAway();
        try (wire) {
            output.answer(
                    Response.text(Status.SERVICE_UNAVAILABLE, "there are too many connections")
                            .with("Retry-After", "1"),
                    false,
                    Output.Then.CLOSE);
            leave();
        } catch (IOException e) {
            tally.lost();
        } finally {
            phase.set(Phase.ENDED);
        }
    }

    /** Ends it after the request that is under way; at once if there is none. */
    public void finish() throws IOException {
        isLast = true;
        if (phase.compareAndSet(Phase.IDLE, Phase.LEAVING)) {
            wire.endReading();
        }
    }

    /** Whether there will be no request after the one that is under way. */
    public boolean isLast() {
        return isLast;
    }

    /** Ends it, whatever it is doing. */
    public void cutOff() throws IOException {
        isLast = true;
        wire.close();
    }

    /** Waits for the beginning of a request; false if there will be none. */
    private boolean hasRequest() throws IOException {
        if (!input.isEmpty()) {
            phase.set(Phase.READING);
            return true;
        }
        output.flush();
        phase.set(Phase.IDLE);
        if (isLast) { // finish() did not find it idle, or has ended its reading already
            return false;
        }
        try {
            return input.await(limits.idle()) && phase.compareAndSet(Phase.IDLE, Phase.READING);
        } catch (SocketTimeoutException e) {
            if (!isLast) {
                tally.idle();
            }
            return false;
        }
    }

    /** Answers a request, and tells whether to go on. */
    private boolean answer() throws IOException {
        input.begin();
        Request whole;
        try {
            whole = read();
        } catch (Refusal refusal) {
            return refuse(refusal);
        } catch (SocketTimeoutException e) {
            tally.late();
            return refuse(new Refusal(Status.REQUEST_TIMEOUT, "the request took too long"));
        }
        request = whole.toString();
        phase.set(Phase.HANDLING);
        Response response = handle(whole);
        phase.set(Phase.WRITING);
        boolean goesOn = whole.head().keepsAlive() && !isLast && response.status() != Status.INTERNAL_SERVER_ERROR;
        output.answer(
                response,
                whole.method() == Method.HEAD,
                then(goesOn, whole.head().isHttp10()));
        tally.answered();
        if (!goesOn) {
            leave();
        }
        return goesOn;
    }

    private Request read() throws IOException, Refusal {
        Head head = heads.read();
        Framing framing = Framing.of(head, limits.body());
        if (head.expectsContinue()) {
            if (!framing.equals(Framing.NONE) && input.isEmpty()) {
                output.goOn();
            }
        } else if (!head.isHttp10() && head.headers().count("Expect") > 0) {
            throw new Refusal(Status.EXPECTATION_FAILED, "nothing but 100-continue can be expected");
        }
        return new Request(head, new BodyReader(input, heads, limits).read(framing));
    }

    private Response handle(Request whole) {
        try {
            return handler.handle(whole);
        } catch (RuntimeException e) {
            tally.failed();
            LOG.log(System.Logger.Level.ERROR, "failed: " + whole, e);
            return Response.text(Status.INTERNAL_SERVER_ERROR, "the server has failed");
        }
    }

    private static Output.Then then(boolean goesOn, boolean isHttp10) {
        if (!goesOn) {
            return Output.Then.CLOSE;
        }
        return isHttp10 ? Output.Then.KEEP_ALIVE : Output.Then.GO_ON;
    }

    private boolean refuse(Refusal refusal) throws IOException {
        tally.refused();
        phase.set(Phase.WRITING);
        request = refusal.status().toString();
        output.answer(refusal.response(), false, Output.Then.CLOSE);
        leave();
        return false;
    }

    /** Lets the client read the answer: closing with input unread would destroy it. */
    private void leave() throws IOException {
        output.flush();
        phase.set(Phase.LEAVING);
        wire.endWriting();
        try {
            input.skip(MOST_SKIPPED, MOST_SKIPPING);
        } catch (IOException e) {
            // it has its answer
        }
    }

    /** The client, and what is going on. */
    @Override
    public String toString() {
        Phase now = phase.get();
        boolean isAbout = now == Phase.HANDLING || now == Phase.WRITING;
        return wire.peer() + " " + now + (isAbout ? " " + request : "");
    }
}
