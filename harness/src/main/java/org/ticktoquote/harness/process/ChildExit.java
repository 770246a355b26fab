package org.ticktoquote.harness.process;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.ProcessEnd;

/**
 * Determines how a child ended, for the manifest, from stop requests, its own report and its exit status. Used by the thread of
 * the run.
 */
final class ChildExit {
    /** Exit statuses of a process ended by request: 0, SIGINT or SIGTERM. */
    private static final List<Integer> ON_REQUEST = List.of(0, 130, 143);

    private final Process process;
    private final ExecutionHost place;
    private final ProxyProtocol.Report proxy;
    private @Nullable String failure;
    private boolean asked;
    private boolean hung;

    ChildExit(Process process, ExecutionHost place, ProxyProtocol.Report proxy) {
        this.process = process;
        this.place = place;
        this.proxy = proxy;
    }

    void markFailed(String cause) {
        failure = cause;
    }

    /** Records that it was asked to end while alive. */
    void markAsked() {
        asked = true;
    }

    /** Records that it did not end in time. */
    void markHung() {
        hung = true;
    }

    /** Exit status. The process must have ended. */
    int status() {
        return proxy.exited().map(ProxyProtocol.Exited::code).orElseGet(process::exitValue);
    }

    /** Returns how the process ended. It must have ended. */
    ProcessEnd outcome(String role, List<String> command, long pid, long endedNs) {
        if (lost()) {
            String why = "the connection to " + place.name() + " ended";
            return new ProcessEnd(role, command, pid, ProcessEnd.LOST, -1, why, endedNs);
        }
        return new ProcessEnd(role, command, pid, word(), status(), failure != null ? failure : cause(), endedNs);
    }

    /** Returns whether the connection ended before the proxy reported the exit. */
    private boolean lost() {
        return place.isRemote() && proxy.exited().isEmpty() && !hung;
    }

    private boolean killedWhenAsked() {
        return hung
                || asked && proxy.exited().filter(ProxyProtocol.Exited::killed).isPresent();
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
