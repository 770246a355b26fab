package org.ticktoquote.harness.matrix.execution;

import java.util.Optional;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.HostVisit;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.ssh.SshVisit;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostSheet;
import org.ticktoquote.host.source.LiveHost;

/** Whether a host still is what a case needs: another kernel may run there since it was asked. */
final class HostNow {
    private HostNow() {}

    /** One that cannot be asked is left to the run, which says what is wrong with it. */
    static Optional<String> objection(ResolvedCase.Ready cell) {
        try {
            return cell.testCase().host().equals(HostRequirement.NONE)
                    ? Optional.empty()
                    : cell.objection(sheet(cell.host()));
        } catch (Refusal unreachable) {
            return Optional.empty();
        }
    }

    private static HostSheet sheet(InventoryHost host) {
        if (host.local()) {
            return HostSheet.of(new LiveHost());
        }
        try (HostVisit visit = SshVisit.open(host)) {
            return visit.operations().sheet();
        }
    }
}
