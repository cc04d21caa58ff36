package dev.runnel.sample.service;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import dev.runnel.channel.SendChan;
import dev.runnel.sample.http.Handler;
import dev.runnel.sample.http.Method;
import dev.runnel.sample.http.Request;
import dev.runnel.sample.http.Response;
import dev.runnel.sample.http.Status;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * What each request is: a question to the store, the counters, or the wish to stop.
 *
 * @param calls to the store
 * @param stop where {@code POST /shutdown} goes
 * @param stats the counters, as text
 * @param connections what each connection is doing, as text
 */
record Routes(SendChan<Store.Call> calls, SendChan<String> stop, Supplier<String> stats, Supplier<String> connections)
        implements Handler {

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String KEY = "/keys/";
    private static final String HELP = """
            GET    /keys        how many keys there are
            GET    /keys/KEY    the value
            PUT    /keys/KEY    the body is the value
            POST   /keys/KEY    the body is a number, which is added
            DELETE /keys/KEY    forgets the value
            GET    /stats       what has been done so far
            GET    /connections what each connection is doing
            POST   /shutdown    stops the service
            """;

    @Override
    public Response handle(Request request) {
        String path = request.path();
        if (path.startsWith(KEY) && path.length() > KEY.length()) {
            return Percent.decode(path.substring(KEY.length()))
                    .map(key -> key(request, key))
                    .getOrElse(() -> Response.text(Status.BAD_REQUEST, "a key is percent-encoded UTF-8"));
        }
        return switch (path) {
            case "/" -> get(request, () -> text(HELP));
            case "/keys" -> get(request, () -> ask(new Query.Size()));
            case "/stats" -> get(request, () -> text(stats.get()));
            case "/connections" -> get(request, () -> text(connections.get()));
            case "/shutdown" -> shutdown(request.method());
            default -> Response.text(Status.NOT_FOUND, "there is nothing at " + path);
        };
    }

    private Response key(Request request, String key) {
        return switch (request.method()) {
            case GET, HEAD -> ask(new Query.Get(key));
            case PUT ->
                body(request).map(value -> ask(new Query.Set(key, value))).getOrElse(Routes::notText);
            case POST -> body(request).map(amount -> add(key, amount)).getOrElse(Routes::notText);
            case DELETE -> ask(new Query.Delete(key));
            default -> notAllowed(request.method(), "GET, HEAD, PUT, POST, DELETE");
        };
    }

    private Response add(String key, String amount) {
        try {
            return ask(new Query.Add(key, Long.parseLong(amount.strip())));
        } catch (NumberFormatException e) {
            return Response.text(Status.BAD_REQUEST, "'" + amount + "' is not a number");
        }
    }

    private static Response get(Request request, Supplier<Response> answer) {
        return switch (request.method()) {
            case GET, HEAD -> answer.get();
            default -> notAllowed(request.method(), "GET, HEAD");
        };
    }

    private Response shutdown(Method method) {
        if (method != Method.POST) {
            return notAllowed(method, "POST");
        }
        stop.trySend("a client asked for it");
        return Response.text(Status.ACCEPTED, "the service stops");
    }

    private Response ask(Query query) {
        Chan<Answer> answer = chan(1);
        calls.send(new Store.Call(query, answer));
        return switch (answer.recv().get()) {
            case Answer.Done done -> Response.of(Status.NO_CONTENT);
            case Answer.Value value -> text(value.value());
            case Answer.None none -> Response.text(Status.NOT_FOUND, "there is no such key");
            case Answer.NotANumber not ->
                Response.text(Status.CONFLICT, "'" + not.value() + "' is not a number, or too large a one");
            case Answer.Full full ->
                Response.text(Status.INSUFFICIENT_STORAGE, "there are " + full.keys() + " keys, and no room for more");
        };
    }

    private static Response notAllowed(Method method, String allowed) {
        Response response = method == Method.OPTIONS
                ? Response.of(Status.NO_CONTENT)
                : Response.text(Status.METHOD_NOT_ALLOWED, "allowed: " + allowed);
        return response.with("Allow", allowed);
    }

    private static Option<String> body(Request request) {
        return Percent.utf8(request.body());
    }

    private static Response notText() {
        return Response.text(Status.BAD_REQUEST, "a value is UTF-8");
    }

    private static Response text(String text) {
        return Response.of(Status.OK, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
