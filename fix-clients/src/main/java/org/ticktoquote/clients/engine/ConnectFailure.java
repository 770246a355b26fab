package org.ticktoquote.clients.engine;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Describes why a connection failed, in common error terms. */
final class ConnectFailure {
    private ConnectFailure() {}

    /** Returns a text such as {@code connection refused}, {@code unknown host} or {@code no route to host}. */
    static String text(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return "unknown host";
        }
        String message = cause.getMessage();
        boolean plain = cause instanceof ConnectException || cause instanceof SocketTimeoutException;
        if (plain && message != null) {
            return message.toLowerCase(Locale.ROOT);
        }
        return cause instanceof SSLException ? "TLS: " + message : cause.toString();
    }
}
