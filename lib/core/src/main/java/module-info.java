import org.jspecify.annotations.NullMarked;

/** Goroutines, channels and select on a native G/M/P scheduler whose Ms are virtual threads. */
@NullMarked
module dev.runnel {
    requires transitive io.vavr;
    requires static transitive org.jspecify;
    requires static java.management;
    requires static jdk.management;

    exports dev.runnel;
    exports dev.runnel.channel;
    exports dev.runnel.scheduler;
    exports dev.runnel.select;
}
