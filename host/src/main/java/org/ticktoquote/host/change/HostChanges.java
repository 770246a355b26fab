package org.ticktoquote.host.change;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.host.change.ChangeLog.ChangeEntry;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/** Changes settings of a host and restores them. Reads back and compares every value written. */
public final class HostChanges {
    private final Host host;
    private final ChangeLog log;
    private final String boot;

    public HostChanges(Host host, ChangeLog log) {
        this.host = host;
        this.log = log;
        this.boot = boot(host);
    }

    private static String boot(Host host) {
        return host.file("/proc/sys/kernel/random/boot_id").line().or("");
    }

    /** Returns the number of changes in force on a host, without claiming the log. */
    public static long inForce(Host host, Path log) {
        String boot = boot(host);
        return ChangeLog.changes(log).stream()
                .filter(change -> !change.isUndoneByReboot(boot))
                .count();
    }

    /** Sets each setting to its wanted value. Skips those that already have it. */
    public List<ChangeOutcome> apply(List<Setting> settings) {
        log.changes().stream().filter(change -> change.isUndoneByReboot(boot)).forEach(this::logUndo);
        List<ChangeOutcome> outcomes = new ArrayList<>();
        for (Setting setting : settings) {
            Reading current = setting.read(host);
            if (!current.known()) {
                outcomes.add(new ChangeOutcome(false, setting.name() + ": not changed: " + current.problem()));
            } else if (!current.or("").equals(setting.wanted())) {
                outcomes.add(apply(setting, current.or("")));
            }
        }
        return outcomes;
    }

    private ChangeOutcome apply(Setting setting, String before) {
        log.append(entry(ChangeEntry.APPLY, setting.name(), before, setting.wanted()));
        String refusal = set(setting, setting.wanted());
        Reading reading = setting.read(host);
        String found = reading.or("unreadable");
        if (found.equals(setting.wanted())) {
            return new ChangeOutcome(true, setting.name() + ": changed from " + before + " to " + found);
        }
        String why = refusal.isEmpty() ? "the kernel keeps " + found : refusal;
        boolean unchanged = found.equals(before);
        if (reading.known() && !unchanged) {
            log.append(entry(ChangeEntry.APPLY, setting.name(), before, found));
        }
        if (reading.known()) {
            log.append(entry(ChangeEntry.KEEP, setting.name(), before, setting.wanted()));
        }
        if (unchanged) {
            return new ChangeOutcome(false, setting.name() + ": not changed from " + before + ": " + why);
        }
        return new ChangeOutcome(false, setting.name() + ": is " + found + " and not " + setting.wanted() + ": " + why);
    }

    /** Restores all changes in force, latest first. */
    public List<ChangeOutcome> undo() {
        List<ChangeOutcome> outcomes = new ArrayList<>();
        List<ChangeEntry> changes = log.changes();
        for (int i = changes.size() - 1; i >= 0; i--) {
            outcomes.add(undo(changes.get(i)));
        }
        return outcomes;
    }

    private ChangeOutcome undo(ChangeEntry change) {
        if (change.isUndoneByReboot(boot)) {
            logUndo(change);
            return new ChangeOutcome(true, change.setting() + ": undone by a reboot of the host");
        }
        Setting setting = Setting.named(change.setting(), change.after());
        Reading current = setting.read(host);
        if (!current.known()) {
            return new ChangeOutcome(false, change.setting() + ": not restored: " + current.problem());
        }
        String found = current.or("");
        if (found.equals(change.before())) {
            logUndo(change);
            return new ChangeOutcome(true, change.setting() + ": is " + found + " already");
        }
        if (!found.equals(change.after())) {
            return new ChangeOutcome(
                    false,
                    change.setting() + ": not restored: it was changed again, to " + found + "; to restore it: "
                            + setting.command(change.before()));
        }
        return restore(setting, change);
    }

    private ChangeOutcome restore(Setting setting, ChangeEntry change) {
        String refusal = set(setting, change.before());
        String found = setting.read(host).or("unreadable");
        if (!found.equals(change.before())) {
            String why = refusal.isEmpty() ? "the kernel keeps " + found : refusal;
            return new ChangeOutcome(false, change.setting() + ": not restored to " + change.before() + ": " + why);
        }
        logUndo(change);
        return new ChangeOutcome(true, change.setting() + ": restored from " + change.after() + " to " + found);
    }

    private void logUndo(ChangeEntry change) {
        log.append(entry(ChangeEntry.UNDO, change.setting(), change.before(), change.after()));
    }

    private String set(Setting setting, String value) {
        try {
            setting.set(host, value);
            return "";
        } catch (AccessDeniedException denied) {
            return "needs root";
        } catch (IOException refused) {
            return IoReason.of(refused);
        }
    }

    private ChangeEntry entry(String action, String setting, String before, String after) {
        String at = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        return new ChangeEntry(at, boot, action, setting, before, after);
    }

    /**
     * Outcome of one change.
     *
     * @param done whether the setting now has the requested value
     * @param words text for users
     */
    public record ChangeOutcome(boolean done, String words) {
        /** Escapes control characters, which a damaged log can contain. */
        public ChangeOutcome {
            words = TerminalText.visible(words);
        }
    }
}
