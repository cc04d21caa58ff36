import org.jspecify.annotations.NullMarked;

/** Pipelines over channels, as values. */
@NullMarked
module dev.runnel.pipeline {
    requires transitive dev.runnel;
    requires transitive io.vavr;
    requires static transitive org.jspecify;

    exports dev.runnel.pipeline;
}
