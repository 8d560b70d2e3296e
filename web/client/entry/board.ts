// The board element alone: all that another site needs.
import "../board";
