import "./view"; export {};
