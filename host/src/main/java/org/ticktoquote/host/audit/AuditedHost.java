package org.ticktoquote.host.audit;

import java.time.Duration;
import java.util.Optional;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.ProcessTable.Activity;
import org.ticktoquote.host.state.Virtualisation;

/**
 * Host with the facts that several audit items use, read once.
 *
 * @param profile intended use of the host
 * @param reserved CPUs kept free for measured threads
 * @param boot kernel command line
 * @param activity use of the CPUs, measured over an interval; empty if only one sample is available
 */
record AuditedHost(
        Host host,
        Profile profile,
        Cpus cpus,
        CpuList reserved,
        Reading boot,
        ProcessTable processes,
        Virtualisation virtualisation,
        Optional<Activity> activity) {
    static AuditedHost of(Host host, Profile profile, Duration watched) {
        Optional<Activity> activity = Activity.watch(host, watched);
        Cpus cpus = Cpus.read(host);
        return new AuditedHost(
                host,
                profile,
                cpus,
                cpus.reserved(host),
                KernelKind.bootParameters(host),
                ProcessTable.read(host),
                Virtualisation.read(host),
                activity);
    }

    Reading line(String path) {
        return host.file(path).line();
    }

    /** Reads a kernel parameter by its dotted name. */
    Reading sysctl(String name) {
        return line(sysctlFile(name));
    }

    static String sysctlFile(String name) {
        return "/proc/sys/" + name.replace('.', '/');
    }

    CpuList housekeeping() {
        return cpus.online().without(reserved);
    }

    boolean isVirtual() {
        return virtualisation.machine().isPresent();
    }
}
