package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadKindTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GC Thread#0",
                "GC Thread#63",
                "ParGC Thread#3",
                "GC task thread#",
                "G1 Main Marker",
                "G1 Conc#0",
                "G1 Refine#1",
                "G1 Service",
                "G1 Young RemSet",
                "ZDirector",
                "ZDriver",
                "ZDriverMinor",
                "ZDriverMajor",
                "ZStat",
                "ZWorker#0",
                "ZWorkerYoung#0",
                "ZWorkerOld#1",
                "ZUncommitter",
                "ZUnmapper",
                "XDirector",
                "XWorker#2",
                "RuntimeWorker#0",
                "Shenandoah GC T",
                "Shenandoah Cont",
                "Safepoint Clean",
                "Concurrent Mark",
                "StrDedup"
            })
    void recognisesCollectors(String name) {
        assertThat(ThreadKind.ofName(name)).isEqualTo(ThreadKind.GC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"C1 CompilerThre", "C2 CompilerThre", "Sweeper thread", "JVMCI CompilerT", "Libgraal Worker"})
    void recognisesCompilers(String name) {
        assertThat(ThreadKind.ofName(name)).isEqualTo(ThreadKind.COMPILER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "VM Thread",
                "VM Periodic Tas",
                "Reference Handl",
                "Finalizer",
                "Signal Dispatch",
                "Service Thread",
                "Monitor Deflati",
                "Notification Th",
                "Common-Cleaner",
                "Attach Listener",
                "JFR Recorder Th"
            })
    void recognisesOtherThreadsOfTheJvm(String name) {
        assertThat(ThreadKind.ofName(name)).isEqualTo(ThreadKind.VM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"java", "main", "pricing-io", "Zebra", "XML reader", "ZWriter", "GCM", "replayer-pacer", ""})
    void treatsAllOthersAsProgramThreads(String name) {
        assertThat(ThreadKind.ofName(name)).isEqualTo(ThreadKind.OTHER);
    }
}
