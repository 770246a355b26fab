package org.ticktoquote.host.state;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.host.source.Host;

/**
 * Virtualisation layers between kernel and hardware.
 *
 * @param machine hypervisor in words; empty on bare metal
 * @param container container in words; empty outside a container
 */
public record Virtualisation(Optional<String> machine, Optional<String> container) {
    /** Product names of virtual machines. */
    private static final List<String> VIRTUAL_PRODUCTS = List.of(
            "VMware",
            "VirtualBox",
            "KVM",
            "QEMU",
            "Bochs",
            "Xen",
            "HVM domU",
            "Virtual Machine",
            "Google Compute",
            "OpenStack");

    public static Virtualisation read(Host host) {
        return new Virtualisation(machine(host), container(host));
    }

    private static Optional<String> machine(Host host) {
        String product = product(host);
        String hypervisor = host.file("/sys/hypervisor/type").line().or("");
        boolean virtual = hasFlag(host, "hypervisor")
                || !hypervisor.isEmpty()
                || VIRTUAL_PRODUCTS.stream().anyMatch(product::contains);
        if (!virtual) {
            return Optional.empty();
        }
        String name =
                Stream.of(hypervisor, product).filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
        return Optional.of(name.isEmpty() ? "virtual machine" : "virtual machine: " + name);
    }

    /** Returns vendor and product as the firmware names them; empty if unknown. */
    public static String product(Host host) {
        return Stream.of("sys_vendor", "product_name")
                .map(name -> host.file("/sys/class/dmi/id/" + name).line().or(""))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static boolean hasFlag(Host host, String flag) {
        return host.file("/proc/cpuinfo")
                .after("flags")
                .map(flags -> (flags + " ").contains(" " + flag + " "))
                .orElse(false);
    }

    private static Optional<String> container(Host host) {
        if (host.file("/.dockerenv").known()) {
            return Optional.of("container: docker");
        }
        if (host.file("/run/.containerenv").known()) {
            return Optional.of("container: podman");
        }
        boolean kubernetes = host.file("/proc/1/cgroup").or("").contains("kubepods");
        boolean docker = host.file("/proc/1/cgroup").or("").contains("/docker/");
        return kubernetes || docker
                ? Optional.of(kubernetes ? "container: kubernetes" : "container: docker")
                : Optional.empty();
    }

    /** Describes the layers; {@code none} on bare metal. */
    public String description() {
        String words = Stream.of(machine, container).flatMap(Optional::stream).collect(Collectors.joining("; "));
        return words.isEmpty() ? "none" : words;
    }
}
