package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadKindTest {
    /** Names of collectors of several JVMs, compilers, other threads of the JVM, and threads of the program. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GC       | GC Thread#0, GC Thread#63, ParGC Thread#3, GC task thread#, Safepoint Clean, Concurrent Mark, StrDedup
            GC       | G1 Main Marker, G1 Conc#0, G1 Refine#1, G1 Service, G1 Young RemSet, Shenandoah GC T, Shenandoah Cont
            GC       | ZDirector, ZDriver, ZDriverMinor, ZDriverMajor, ZStat, ZWorker#0, ZWorkerYoung#0, ZWorkerOld#1
            GC       | ZUncommitter, ZUnmapper, XDirector, XWorker#2, RuntimeWorker#0
            COMPILER | C1 CompilerThre, C2 CompilerThre, Sweeper thread, JVMCI CompilerT, Libgraal Worker
            VM       | VM Thread, VM Periodic Tas, Reference Handl, Finalizer, Signal Dispatch, Service Thread
            VM       | Monitor Deflati, Notification Th, Common-Cleaner, Attach Listener, JFR Recorder Th
            OTHER    | java, main, pricing-io, Zebra, XML reader, ZWriter, GCM, replayer-pacer
            OTHER    | ''
            """)
    void recognisesKindByName(ThreadKind kind, String names) {
        assertThat(names.split(", "))
                .allSatisfy(name -> assertThat(ThreadKind.ofName(name)).as(name).isEqualTo(kind));
    }
}
