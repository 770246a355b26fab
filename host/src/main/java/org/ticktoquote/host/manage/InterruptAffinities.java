package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.host.manage.AffinityReplay.Entry;
import org.ticktoquote.host.mask.MaskRestorer;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Interrupt;

/** Interrupts of devices, moved and restored with a line in the {@link AffinityLog} before and after each call. */
final class InterruptAffinities {
    /** Java does not tell which error of the kernel made a write fail. */
    private static final int UNKNOWN_ERROR = -1;

    private final Host host;
    private final AffinityLog log;
    private int refused;
    private int foreign;

    InterruptAffinities(Host host, AffinityLog log) {
        this.host = host;
        this.log = log;
    }

    /** Moves all interrupts that drivers use; the kernel refuses some. Returns what became of each, in words. */
    List<String> move(CpuList cpus) {
        List<String> outcomes = new ArrayList<>();
        for (Interrupt one : cpus.isEmpty() ? List.<Interrupt>of() : Interrupt.read(host)) {
            String before = mask(one.affinityFile());
            if (!before.equals(cpus.toString())) {
                String refusal = set(one.number(), one.affinityFile(), cpus.toString(), "--interrupts " + cpus);
                outcomes.add(one.affinityFile()
                        + (refusal.isEmpty()
                                ? ": changed from " + before + " to " + cpus
                                : ": not changed from " + before + ": " + refusal));
            }
        }
        return outcomes;
    }

    /** Restores those that no other process changed since. Returns what became of each, in words. */
    List<String> restore() {
        List<String> outcomes = new ArrayList<>();
        for (Entry entry : log.state().entries()) {
            String file = entry.name();
            String found = entry.object().equals("interrupt") ? mask(file) : entry.original();
            if (found.equals(entry.original())) {
                continue;
            }
            if (!entry.masks().contains(found)) {
                foreign++;
                outcomes.add(file + ": left as it is: it was changed again, to " + found + "; to restore it: echo "
                        + entry.original() + " > " + file);
                continue;
            }
            String refusal = set(entry.id(), file, entry.original(), MaskRestorer.REASON);
            refused += refusal.isEmpty() ? 0 : 1;
            outcomes.add(file
                    + (refusal.isEmpty()
                            ? ": restored from " + found + " to " + entry.original()
                            : ": not restored to " + entry.original() + ": " + refusal));
        }
        return outcomes;
    }

    private String mask(String file) {
        return host.file(file).line().or("");
    }

    /** Returns why it has another mask afterwards; empty if it has this one. */
    private String set(long number, String file, String requested, String reason) {
        String before = mask(file);
        log.write(call("intended", number, file, before, requested, reason));
        String refusal = "";
        try {
            host.write(file, requested);
        } catch (AccessDeniedException denied) {
            refusal = "needs root";
        } catch (IOException e) {
            refusal = IoReason.of(e);
        }
        String found = mask(file);
        log.write(call("completed", number, file, before, requested, reason)
                .put("readBack", found)
                .put("errno", refusal.isEmpty() ? 0 : UNKNOWN_ERROR));
        return found.equals(requested) ? "" : refusal.isEmpty() ? "the kernel keeps " + found : refusal;
    }

    private ObjectNode call(String action, long number, String file, String before, String requested, String reason) {
        return log.call(AffinityLog.line(action, "interrupt", number, 0, file), before, requested, reason);
    }

    /** Interrupts that the kernel did not restore. */
    int refused() {
        return refused;
    }

    /** Interrupts that were not restored, since another process changed them. */
    int foreign() {
        return foreign;
    }
}
