package dev.runnel.sample.http;

import io.vavr.control.Option;

/** What a request wants done. */
public enum Method {
    GET,
    HEAD,
    POST,
    PUT,
    DELETE,
    OPTIONS,
    PATCH,
    TRACE,
    CONNECT;

    private static final Method[] ALL = values();

    /** The method of this name, which is case-sensitive. */
    static Option<Method> of(String name) {
        for (Method method : ALL) {
            if (method.name().equals(name)) {
                return Option.some(method);
            }
        }
        return Option.none();
    }
}
