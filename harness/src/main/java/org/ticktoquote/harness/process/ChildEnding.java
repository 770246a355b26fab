package org.ticktoquote.harness.process;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.ProcessEnd;

/**
 * Determines how a child ended, in the terms of the manifest, from requests to end it, its own report and its exit status.
 * Belongs to the thread of the run.
 */
final class ChildEnding {
    /** Exit statuses of a process ended by request: 0, SIGINT or SIGTERM. */
    private static final List<Integer> ON_REQUEST = List.of(0, 130, 143);

    private final Process process;
    private final Place place;
    private final ProxyLines.Report proxy;
    private @Nullable String failure;
    private boolean asked;
    private boolean hung;

    ChildEnding(Process process, Place place, ProxyLines.Report proxy) {
        this.process = process;
        this.place = place;
        this.proxy = proxy;
    }

    void failed(String cause) {
        failure = cause;
    }

    /** Records that it was asked to end while alive. */
    void asked() {
        asked = true;
    }

    /** Records that it did not end in time. */
    void hung() {
        hung = true;
    }

    /** Exit status. The process must have ended. */
    int status() {
        return proxy.exited().map(ProxyLines.Exited::code).orElseGet(process::exitValue);
    }

    /** Returns the end. The process must have ended. */
    ProcessEnd of(String role, List<String> command, long pid, long endedNs) {
        if (lost()) {
            String why = "the connection to " + place.name() + " ended";
            return new ProcessEnd(role, command, pid, ProcessEnd.LOST, -1, why, endedNs);
        }
        return new ProcessEnd(role, command, pid, word(), status(), failure != null ? failure : cause(), endedNs);
    }

    /** Returns whether the connection ended before the proxy reported the exit. */
    private boolean lost() {
        return place.elsewhere() && proxy.exited().isEmpty() && !hung;
    }

    private boolean killedWhenAsked() {
        return hung || asked && proxy.exited().filter(ProxyLines.Exited::killed).isPresent();
    }

    private boolean endedOnRequest() {
        return asked && ON_REQUEST.contains(status());
    }

    private String word() {
        if (killedWhenAsked()) {
            return ProcessEnd.HUNG;
        }
        if (failure == null && endedOnRequest()) {
            return ProcessEnd.NORMAL;
        }
        return failure == null && status() > 128 ? ProcessEnd.KILLED : ProcessEnd.FAILED;
    }

    private String cause() {
        if (killedWhenAsked()) {
            return "did not end when asked";
        }
        if (endedOnRequest()) {
            return "";
        }
        int status = status();
        String what = status > 128 ? "killed by signal " + (status - 128) : "exit status " + status;
        return asked ? what : what + " before it was asked to end";
    }
}
