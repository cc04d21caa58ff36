package shop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import dev.runnel.testkit.Schedule;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Fails: it finds the bug. */
class InventoryProps {

    @Property
    void lastPiece_isSoldOnce(@ForAll Schedule schedule) {
        schedule.run(InventoryProps::twoCustomers);
    }

    static void twoCustomers() {
        Chan<String> books = chan(10);
        Inventory inventory = new Inventory(1, books);
        Chan<Boolean> answers = chan(2);
        go("anna", () -> answers.send(inventory.reserve("anna")));
        go("bert", () -> answers.send(inventory.reserve("bert")));
        answers.recv();
        answers.recv();
        assertEquals(0, inventory.pieces());
    }
}
